// What a page has to keep to: everything recommended. Switched off is only
// what the standard allows and is a matter of taste.
module.exports = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "aria-label-misuse": ["error", { allowAnyNamable: true }], // a list or a group may have a name
    "doctype-style": ["error", { style: "lowercase" }], // as templ writes it
    "form-dup-name": "off", // ticks of a list share the name of the list
    "meta-refresh": "off", // only a page whose reader asks for it (?refresh=30) reloads itself
    "no-implicit-button-type": "off", // a button in a form sends it
    "no-implicit-input-type": "off", // a field without a type is for text
    "no-redundant-for": "off", // text browsers find the field by it
    "prefer-tbody": "off", // browsers add it
    "valid-id": ["error", { relaxed: true }], // the ids of options have dots
  },
};
