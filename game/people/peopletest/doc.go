// Package peopletest holds stores of results to what people.Store promises.
package peopletest
