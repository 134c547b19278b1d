#!/usr/bin/env node
// The command `daybook` in a clone: package.json names this file, which is there before anything is built, since npx links a command once
// and keeps a link that leads nowhere. Installs and builds what is missing, and runs what was built.
import './prepare.mjs';

process.setSourceMapsEnabled(true);
const built = new URL('../dist/daybook/daybook.js', import.meta.url);
await import(built.href);
