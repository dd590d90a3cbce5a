const major = Number(process.versions.node.split('.')[0]);
if (major !== 22) {
  throw new Error(
    `The tests need Node 22, which npm installs with this project; this is ${process.version}. Run them with "npm test".`,
  );
}

const seed = process.env['PORTCULLIS_SEED'];
if (seed !== undefined) {
  // Only then: every test file would pay for it.
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
