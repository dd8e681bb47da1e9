package game

// Rule is the id of a printed rule, as it stands in refusals, payments and tests.
type Rule uint8

// The rules. The list is the checklist of the completeness test.
const (
	NoRule   Rule = iota
	RData1        // R-DATA-1
	RSetup1       // R-SETUP-1
	RSetup2       // R-SETUP-2
	RSetup3       // R-SETUP-3
	RSetup4       // R-SETUP-4
	RSetup5       // R-SETUP-5
	RSetup6       // R-SETUP-6
	RSetup7       // R-SETUP-7
	RSetup8       // R-SETUP-8
	RSetup9       // R-SETUP-9
	RSetup10      // R-SETUP-10
	ROrder1       // R-ORDER-1
	ROrder2       // R-ORDER-2
	ROrder3       // R-ORDER-3
	RTurn1        // R-TURN-1
	RTurn2        // R-TURN-2
	RTurn3        // R-TURN-3
	RTurn4        // R-TURN-4
	RMove1        // R-MOVE-1
	RMove2        // R-MOVE-2
	RMove3        // R-MOVE-3
	RMove4        // R-MOVE-4
	RMove5        // R-MOVE-5
	RMove6        // R-MOVE-6
	RMove7        // R-MOVE-7
	RDbl1         // R-DBL-1
	RDbl2         // R-DBL-2
	RDbl3         // R-DBL-3
	RDbl4         // R-DBL-4
	RDbl5         // R-DBL-5
	RGo1          // R-GO-1
	RGo2          // R-GO-2
	RGo3          // R-GO-3
	RGo4          // R-GO-4
	RGo5          // R-GO-5
	RBuy1         // R-BUY-1
	RBuy2         // R-BUY-2
	RBuy3         // R-BUY-3
	RBuy4         // R-BUY-4
	RBuy5         // R-BUY-5
	RAuct1        // R-AUCT-1
	RAuct2        // R-AUCT-2
	RAuct3        // R-AUCT-3
	RAuct4        // R-AUCT-4
	RAuct5        // R-AUCT-5
	RAuct6        // R-AUCT-6
	RAuct7        // R-AUCT-7
	RAuct8        // R-AUCT-8
	RAuct9        // R-AUCT-9
	RAuct10       // R-AUCT-10
	RAuct11       // R-AUCT-11
	RRent1        // R-RENT-1
	RRent2        // R-RENT-2
	RRent3        // R-RENT-3
	RRent4        // R-RENT-4
	RRent5        // R-RENT-5
	RRent6        // R-RENT-6
	RRent7        // R-RENT-7
	RRent8        // R-RENT-8
	RRent9        // R-RENT-9
	RRent10       // R-RENT-10
	RRent11       // R-RENT-11
	RRent12       // R-RENT-12
	RRent13       // R-RENT-13
	RRent14       // R-RENT-14
	RCard1        // R-CARD-1
	RCard2        // R-CARD-2
	RCard3        // R-CARD-3
	RCard4        // R-CARD-4
	RCard5        // R-CARD-5
	RCard7        // R-CARD-7
	RCard6        // R-CARD-6
	RTax1         // R-TAX-1
	RTax2         // R-TAX-2
	RTax3         // R-TAX-3
	RTax4         // R-TAX-4
	RTax5         // R-TAX-5
	RJail1        // R-JAIL-1
	RJail2        // R-JAIL-2
	RJail3        // R-JAIL-3
	RJail4        // R-JAIL-4
	RJail5        // R-JAIL-5
	RJail6        // R-JAIL-6
	RJail7        // R-JAIL-7
	RJail8        // R-JAIL-8
	RJail9        // R-JAIL-9
	RJail10       // R-JAIL-10
	RJail11       // R-JAIL-11
	RJail12       // R-JAIL-12
	RBuild1       // R-BUILD-1
	RBuild2       // R-BUILD-2
	RBuild3       // R-BUILD-3
	RBuild4       // R-BUILD-4
	RBuild5       // R-BUILD-5
	RBuild6       // R-BUILD-6
	RBuild7       // R-BUILD-7
	RBuild8       // R-BUILD-8
	RBuild9       // R-BUILD-9
	RBuild10      // R-BUILD-10
	RBuild11      // R-BUILD-11
	RBuild12      // R-BUILD-12
	RBuild13      // R-BUILD-13
	RBuild14      // R-BUILD-14
	RShort1       // R-SHORT-1
	RShort2       // R-SHORT-2
	RShort3       // R-SHORT-3
	RShort4       // R-SHORT-4
	RShort5       // R-SHORT-5
	RShort6       // R-SHORT-6
	RShort7       // R-SHORT-7
	RSell1        // R-SELL-1
	RSell2        // R-SELL-2
	RSell3        // R-SELL-3
	RSell4        // R-SELL-4
	RSell5        // R-SELL-5
	RSell6        // R-SELL-6
	RSell7        // R-SELL-7
	RMort1        // R-MORT-1
	RMort2        // R-MORT-2
	RMort3        // R-MORT-3
	RMort4        // R-MORT-4
	RMort5        // R-MORT-5
	RMort6        // R-MORT-6
	RMort7        // R-MORT-7
	RMort8        // R-MORT-8
	RMort9        // R-MORT-9
	RMort10       // R-MORT-10
	RMort11       // R-MORT-11
	RTrade1       // R-TRADE-1
	RTrade2       // R-TRADE-2
	RTrade3       // R-TRADE-3
	RTrade4       // R-TRADE-4
	RTrade5       // R-TRADE-5
	RTrade6       // R-TRADE-6
	RTrade7       // R-TRADE-7
	RTrade8       // R-TRADE-8
	RDebt1        // R-DEBT-1
	RDebt2        // R-DEBT-2
	RDebt3        // R-DEBT-3
	RDebt4        // R-DEBT-4
	RDebt5        // R-DEBT-5
	RDebt6        // R-DEBT-6
	RDebt7        // R-DEBT-7
	RDebt8        // R-DEBT-8
	RDebt9        // R-DEBT-9
	RBankr1       // R-BANKR-1
	RBankr2       // R-BANKR-2
	RBankr3       // R-BANKR-3
	RBankr4       // R-BANKR-4
	RBankr5       // R-BANKR-5
	RBankr6       // R-BANKR-6
	RBankr7       // R-BANKR-7
	RBankr8       // R-BANKR-8
	RBankr9       // R-BANKR-9
	RBankr10      // R-BANKR-10
	RBankr11      // R-BANKR-11
	RBankr12      // R-BANKR-12
	REnd1         // R-END-1
	REnd2         // R-END-2
	REnd3         // R-END-3
	REnd4         // R-END-4
	REnd5         // R-END-5
	REnd6         // R-END-6
	RMdice1       // R-MDICE-1
	RMdice2       // R-MDICE-2
	RMdice3       // R-MDICE-3
	RMdice4       // R-MDICE-4
	RMdice5       // R-MDICE-5
	RMdice6       // R-MDICE-6
	RMdice7       // R-MDICE-7
	RMdice8       // R-MDICE-8
	RMtick1       // R-MTICK-1
	RMtick2       // R-MTICK-2
	RMtick3       // R-MTICK-3
	RMtick4       // R-MTICK-4
	RMsq1         // R-MSQ-1
	RMsq2         // R-MSQ-2
	RMsq3         // R-MSQ-3
	RMsq4         // R-MSQ-4
	RMbuild1      // R-MBUILD-1
	RMbuild2      // R-MBUILD-2
	RMbuild3      // R-MBUILD-3
	RMbuild4      // R-MBUILD-4
	RMbuild5      // R-MBUILD-5
	RMbuild6      // R-MBUILD-6
	RMbuild7      // R-MBUILD-7
	RMmort1       // R-MMORT-1
	RMutil1       // R-MUTIL-1
	RDuel1        // R-DUEL-1
	RDuel2        // R-DUEL-2
	RDuel3        // R-DUEL-3
	RDuel4        // R-DUEL-4
	RDuel5        // R-DUEL-5
	RDuel6        // R-DUEL-6
	RDuel7        // R-DUEL-7
	RDuel8        // R-DUEL-8
	RDuel9        // R-DUEL-9
	RQuick1       // R-QUICK-1
	RQuick2       // R-QUICK-2
	RQuick3       // R-QUICK-3
	RQuick5       // R-QUICK-5
	RQuick4       // R-QUICK-4
	NumRules
)

var ruleIDs = [NumRules]string{
	RData1:   "R-DATA-1",
	RSetup1:  "R-SETUP-1",
	RSetup2:  "R-SETUP-2",
	RSetup3:  "R-SETUP-3",
	RSetup4:  "R-SETUP-4",
	RSetup5:  "R-SETUP-5",
	RSetup6:  "R-SETUP-6",
	RSetup7:  "R-SETUP-7",
	RSetup8:  "R-SETUP-8",
	RSetup9:  "R-SETUP-9",
	RSetup10: "R-SETUP-10",
	ROrder1:  "R-ORDER-1",
	ROrder2:  "R-ORDER-2",
	ROrder3:  "R-ORDER-3",
	RTurn1:   "R-TURN-1",
	RTurn2:   "R-TURN-2",
	RTurn3:   "R-TURN-3",
	RTurn4:   "R-TURN-4",
	RMove1:   "R-MOVE-1",
	RMove2:   "R-MOVE-2",
	RMove3:   "R-MOVE-3",
	RMove4:   "R-MOVE-4",
	RMove5:   "R-MOVE-5",
	RMove6:   "R-MOVE-6",
	RMove7:   "R-MOVE-7",
	RDbl1:    "R-DBL-1",
	RDbl2:    "R-DBL-2",
	RDbl3:    "R-DBL-3",
	RDbl4:    "R-DBL-4",
	RDbl5:    "R-DBL-5",
	RGo1:     "R-GO-1",
	RGo2:     "R-GO-2",
	RGo3:     "R-GO-3",
	RGo4:     "R-GO-4",
	RGo5:     "R-GO-5",
	RBuy1:    "R-BUY-1",
	RBuy2:    "R-BUY-2",
	RBuy3:    "R-BUY-3",
	RBuy4:    "R-BUY-4",
	RBuy5:    "R-BUY-5",
	RAuct1:   "R-AUCT-1",
	RAuct2:   "R-AUCT-2",
	RAuct3:   "R-AUCT-3",
	RAuct4:   "R-AUCT-4",
	RAuct5:   "R-AUCT-5",
	RAuct6:   "R-AUCT-6",
	RAuct7:   "R-AUCT-7",
	RAuct8:   "R-AUCT-8",
	RAuct9:   "R-AUCT-9",
	RAuct10:  "R-AUCT-10",
	RAuct11:  "R-AUCT-11",
	RRent1:   "R-RENT-1",
	RRent2:   "R-RENT-2",
	RRent3:   "R-RENT-3",
	RRent4:   "R-RENT-4",
	RRent5:   "R-RENT-5",
	RRent6:   "R-RENT-6",
	RRent7:   "R-RENT-7",
	RRent8:   "R-RENT-8",
	RRent9:   "R-RENT-9",
	RRent10:  "R-RENT-10",
	RRent11:  "R-RENT-11",
	RRent12:  "R-RENT-12",
	RRent13:  "R-RENT-13",
	RRent14:  "R-RENT-14",
	RCard1:   "R-CARD-1",
	RCard2:   "R-CARD-2",
	RCard3:   "R-CARD-3",
	RCard4:   "R-CARD-4",
	RCard5:   "R-CARD-5",
	RCard7:   "R-CARD-7",
	RCard6:   "R-CARD-6",
	RTax1:    "R-TAX-1",
	RTax2:    "R-TAX-2",
	RTax3:    "R-TAX-3",
	RTax4:    "R-TAX-4",
	RTax5:    "R-TAX-5",
	RJail1:   "R-JAIL-1",
	RJail2:   "R-JAIL-2",
	RJail3:   "R-JAIL-3",
	RJail4:   "R-JAIL-4",
	RJail5:   "R-JAIL-5",
	RJail6:   "R-JAIL-6",
	RJail7:   "R-JAIL-7",
	RJail8:   "R-JAIL-8",
	RJail9:   "R-JAIL-9",
	RJail10:  "R-JAIL-10",
	RJail11:  "R-JAIL-11",
	RJail12:  "R-JAIL-12",
	RBuild1:  "R-BUILD-1",
	RBuild2:  "R-BUILD-2",
	RBuild3:  "R-BUILD-3",
	RBuild4:  "R-BUILD-4",
	RBuild5:  "R-BUILD-5",
	RBuild6:  "R-BUILD-6",
	RBuild7:  "R-BUILD-7",
	RBuild8:  "R-BUILD-8",
	RBuild9:  "R-BUILD-9",
	RBuild10: "R-BUILD-10",
	RBuild11: "R-BUILD-11",
	RBuild12: "R-BUILD-12",
	RBuild13: "R-BUILD-13",
	RBuild14: "R-BUILD-14",
	RShort1:  "R-SHORT-1",
	RShort2:  "R-SHORT-2",
	RShort3:  "R-SHORT-3",
	RShort4:  "R-SHORT-4",
	RShort5:  "R-SHORT-5",
	RShort6:  "R-SHORT-6",
	RShort7:  "R-SHORT-7",
	RSell1:   "R-SELL-1",
	RSell2:   "R-SELL-2",
	RSell3:   "R-SELL-3",
	RSell4:   "R-SELL-4",
	RSell5:   "R-SELL-5",
	RSell6:   "R-SELL-6",
	RSell7:   "R-SELL-7",
	RMort1:   "R-MORT-1",
	RMort2:   "R-MORT-2",
	RMort3:   "R-MORT-3",
	RMort4:   "R-MORT-4",
	RMort5:   "R-MORT-5",
	RMort6:   "R-MORT-6",
	RMort7:   "R-MORT-7",
	RMort8:   "R-MORT-8",
	RMort9:   "R-MORT-9",
	RMort10:  "R-MORT-10",
	RMort11:  "R-MORT-11",
	RTrade1:  "R-TRADE-1",
	RTrade2:  "R-TRADE-2",
	RTrade3:  "R-TRADE-3",
	RTrade4:  "R-TRADE-4",
	RTrade5:  "R-TRADE-5",
	RTrade6:  "R-TRADE-6",
	RTrade7:  "R-TRADE-7",
	RTrade8:  "R-TRADE-8",
	RDebt1:   "R-DEBT-1",
	RDebt2:   "R-DEBT-2",
	RDebt3:   "R-DEBT-3",
	RDebt4:   "R-DEBT-4",
	RDebt5:   "R-DEBT-5",
	RDebt6:   "R-DEBT-6",
	RDebt7:   "R-DEBT-7",
	RDebt8:   "R-DEBT-8",
	RDebt9:   "R-DEBT-9",
	RBankr1:  "R-BANKR-1",
	RBankr2:  "R-BANKR-2",
	RBankr3:  "R-BANKR-3",
	RBankr4:  "R-BANKR-4",
	RBankr5:  "R-BANKR-5",
	RBankr6:  "R-BANKR-6",
	RBankr7:  "R-BANKR-7",
	RBankr8:  "R-BANKR-8",
	RBankr9:  "R-BANKR-9",
	RBankr10: "R-BANKR-10",
	RBankr11: "R-BANKR-11",
	RBankr12: "R-BANKR-12",
	REnd1:    "R-END-1",
	REnd2:    "R-END-2",
	REnd3:    "R-END-3",
	REnd4:    "R-END-4",
	REnd5:    "R-END-5",
	REnd6:    "R-END-6",
	RMdice1:  "R-MDICE-1",
	RMdice2:  "R-MDICE-2",
	RMdice3:  "R-MDICE-3",
	RMdice4:  "R-MDICE-4",
	RMdice5:  "R-MDICE-5",
	RMdice6:  "R-MDICE-6",
	RMdice7:  "R-MDICE-7",
	RMdice8:  "R-MDICE-8",
	RMtick1:  "R-MTICK-1",
	RMtick2:  "R-MTICK-2",
	RMtick3:  "R-MTICK-3",
	RMtick4:  "R-MTICK-4",
	RMsq1:    "R-MSQ-1",
	RMsq2:    "R-MSQ-2",
	RMsq3:    "R-MSQ-3",
	RMsq4:    "R-MSQ-4",
	RMbuild1: "R-MBUILD-1",
	RMbuild2: "R-MBUILD-2",
	RMbuild3: "R-MBUILD-3",
	RMbuild4: "R-MBUILD-4",
	RMbuild5: "R-MBUILD-5",
	RMbuild6: "R-MBUILD-6",
	RMbuild7: "R-MBUILD-7",
	RMmort1:  "R-MMORT-1",
	RMutil1:  "R-MUTIL-1",
	RDuel1:   "R-DUEL-1",
	RDuel2:   "R-DUEL-2",
	RDuel3:   "R-DUEL-3",
	RDuel4:   "R-DUEL-4",
	RDuel5:   "R-DUEL-5",
	RDuel6:   "R-DUEL-6",
	RDuel7:   "R-DUEL-7",
	RDuel8:   "R-DUEL-8",
	RDuel9:   "R-DUEL-9",
	RQuick1:  "R-QUICK-1",
	RQuick2:  "R-QUICK-2",
	RQuick3:  "R-QUICK-3",
	RQuick5:  "R-QUICK-5",
	RQuick4:  "R-QUICK-4",
}

// String is the id of the rule, such as R-RENT-9, or "" for NoRule.
func (r Rule) String() string { return ruleIDs[r] }
