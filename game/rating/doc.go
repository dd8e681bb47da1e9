// Package rating estimates how strong players are from the order in which they
// finish: the Plackett-Luce model of Weng and Lin, "A Bayesian Approximation
// Method for Online Ranking" (Journal of Machine Learning Research 12, 2011),
// with the constants that OpenSkill uses.
package rating
