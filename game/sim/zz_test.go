package sim
import ("testing";"encoding/json";"fmt";"github.com/bankhalter/bankhalter/game/edition";"github.com/bankhalter/bankhalter/game/setup")
func TestZZ(t *testing.T){ for _,id:=range edition.IDs(){ ed,_:=edition.Load(id); st,_:=setup.New(ed,"",nil); b,_:=json.Marshal(courseOf(st.Rules)); fmt.Println(id,string(b))
 if id=="us-classic"||id=="mark-classic" {for _,e:=range ed.Eras{ fmt.Println(e.ID, e.Decks)}; for _, a:=range ed.AltDecks {fmt.Println("alt",a.ID)}}}}
