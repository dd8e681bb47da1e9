package strictjson

import "slices"

// Set gives a member a value, at the end if it is new; nil removes it.
func (o *Object) Set(key string, v any) {
	_, has := o.Members[key]
	switch {
	case v == nil:
		delete(o.Members, key)
		o.Keys = slices.DeleteFunc(o.Keys, func(k string) bool { return k == key })
		return
	case !has:
		o.Keys = append(o.Keys, key)
	}
	o.Members[key] = v
}
