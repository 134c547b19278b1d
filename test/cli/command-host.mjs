// Runs built `daybook` commands in one process, so that code is loaded once. A command ends when nothing is open any more.
import { pathToFileURL } from 'node:url';

const [, , main] = process.argv;
// Separates the output of two commands.
const END = '\0end of command\0';

/** Keeps the process alive, with the polling timer. */
const openSoon = () =>
  new Promise((resolve) => setTimeout(() => resolve(process.getActiveResourcesInfo().sort().join()), 2));
const write = (stream, text) => new Promise((resolve) => stream.write(text, resolve));

/** SQLite keeps a closed connection open until its statements are collected; one to a renamed file would give the next command a -shm file that no other process uses. */
async function collectClosedConnections() {
  globalThis.gc();
  await new Promise(setImmediate);
}

/** Listeners that a command leaves until its process ends. */
const ENDINGS = ['exit', 'SIGINT', 'SIGTERM'];

let number = 0;
let openBetween;

async function runCommand({ words, environment, cwd }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  // As src/configuration/set-node-env.ts, which is loaded once.
  Object.assign(process.env, { DAYBOOK_ENV: 'development', ...environment, NODE_ENV: 'production' });
  process.argv = [process.execPath, main, ...words];
  process.exitCode = undefined;
  const before = ENDINGS.map((event) => process.listeners(event));
  await import(`${pathToFileURL(main)}?${number++}`);
  while ((await openSoon()) !== openBetween);
  ENDINGS.forEach((event, index) => {
    for (const listener of process.listeners(event).filter((each) => !before[index].includes(each))) {
      process.removeListener(event, listener);
      if (event === 'exit') listener.call(process, process.exitCode ?? 0);
    }
  });
  await collectClosedConnections();
  await Promise.all([process.stdout, process.stderr].map((stream) => write(stream, END)));
  process.send({ code: process.exitCode ?? 0 });
}

// A pipe counts as open once it was written to.
await Promise.all([process.stdout, process.stderr].map((stream) => write(stream, END)));
process.on('message', runCommand);
process.on('disconnect', () => process.exit());
openBetween = await openSoon();
process.send({ code: 0 });
