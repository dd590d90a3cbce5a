// Checked before anything else is loaded: the native modules have binaries for this Node only, and their own errors are
// hard to understand.
const major = Number(process.versions.node.split('.')[0]);
if (major !== 22) {
  process.stderr.write(
    `Portcullis needs Node 22, and this is ${process.version}. "npm start" and "npx portcullis" use the Node 22 that npm installs with it; without npm, run node_modules/.bin/node bin/portcullis.js.\n`,
  );
  process.exit(1);
}
