// The environment of `npm run test:fast`: a suite that listens, starts a process or a thread fails, and says what to do about it.
import { ChildProcess } from 'node:child_process';
import { Server } from 'node:net';
import OrdinaryContext from './environment.mjs';

const refusal = (what) =>
  new Error(
    `A suite of test:fast ${what}. Let test/jest/fast-suites.mjs know it by what it imports: it belongs to npm test alone.`,
  );

function refuse(prototype, method, what) {
  const original = prototype[method];
  prototype[method] = () => {
    throw refusal(what);
  };
  return () => (prototype[method] = original);
}

/** Threads can only be told of. Returns what allows everything again. */
export function refuseToStart(onThread) {
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

export default class StartsNothing extends OrdinaryContext {
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
