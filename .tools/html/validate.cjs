// Prints what html-validate finds in the HTML files of a folder, as JSON. Unlike
// its own program it works the configuration out once, not for every file.
const fs = require("node:fs");
const path = require("node:path");
const { HtmlValidate, StaticConfigLoader } = require("html-validate");

const loader = new StaticConfigLoader(require("./html-validate.cjs"));
const resolved = loader.getConfigFor("page.html");
loader.getConfigFor = () => resolved;

const dir = process.argv[2];
const validator = new HtmlValidate(loader);
const found = [];
for (const name of fs.readdirSync(dir)) {
  for (const { filePath, messages } of validator.validateFileSync(path.join(dir, name)).results) {
    found.push({ filePath, messages });
  }
}
process.stdout.write(JSON.stringify(found));
