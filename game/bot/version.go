package bot

// Version counts the changes of what the bots do. It goes up with every change
// of what they answer for the absent, and with every one that moves the
// fingerprints of game/sim by a bot's choice, so that a check of an old game
// knows that its bots may have played otherwise.
const Version = 3
