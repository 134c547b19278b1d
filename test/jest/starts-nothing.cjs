// The environment of `npm run test:fast`: a suite that listens, starts a process or a thread fails, and says what to do about it.
const { ChildProcess } = require('node:child_process');
const { Server } = require('node:net');
const { TestEnvironment } = require('jest-environment-node');

const refusal = (what) =>
  new Error(
    `A suite of test:fast ${what}. Let test/jest/fast-suites.cjs know it by what it imports: it belongs to npm test alone.`,
  );

function refuse(prototype, method, what) {
  const original = prototype[method];
  prototype[method] = () => {
    throw refusal(what);
  };
  return () => (prototype[method] = original);
}

/** Threads can only be told of. Returns what allows everything again. */
function refuseToStart(onThread) {
  const onWorker = () => onThread(refusal('starts a thread'));
  process.on('worker', onWorker);
  const allow = [
    refuse(ChildProcess.prototype, 'spawn', 'starts a process'),
    refuse(Server.prototype, 'listen', 'listens'),
  ];
  return () => {
    process.off('worker', onWorker);
    allow.forEach((each) => each());
  };
}

class StartsNothing extends TestEnvironment {
  static refuseToStart = refuseToStart;

  async setup() {
    await super.setup();
    this.allow = refuseToStart((refused) => (this.refused = refused));
  }

  async teardown() {
    this.allow();
    await super.teardown();
    if (this.refused) throw this.refused;
  }
}

module.exports = StartsNothing;
