// Makes an engine unavailable without sockets: calls fail, hang, or are executed and never answered.
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { Generation } from '#projections/port/generation.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import type { Installation } from '#installation/installation.js';

export type StoreFault =
  | 'everything fails'
  | 'reads fail'
  | 'reads hang'
  | 'appends fail'
  | 'appends hang'
  /** Stored, but the answer is lost. */
  | 'answers are lost'
  /** Stored, but never answered. */
  | 'answers hang';

export interface FaultyStore {
  /** Immediately, or from the n-th append on. */
  fail(fault: StoreFault, options?: { readonly after?: number }): void;
  heal(): void;
}

const away = () => new EventStoreUnavailable('taken away by the test at secret.example');

/** Patches the installation's own objects. */
export function faultyStore({ store, log }: Pick<Installation, 'store' | 'log'>): FaultyStore {
  const whole = { read: store.read, append: store.append };
  let fault: StoreFault | undefined;
  let left = 0;
  let hanging: (() => void)[] = [];
  /** Rejects when the fault ends, as a dead connection does. */
  const never = () => new Promise<never>((_, reject) => hanging.push(() => reject(away())));
  const is = (...faults: StoreFault[]) => fault !== undefined && left <= 0 && faults.includes(fault);
  store.read = async (...asked) => {
    if (is('everything fails', 'reads fail')) throw away();
    return is('reads hang') ? never() : whole.read.apply(store, asked);
  };
  for (const asked of [store, log] as Pick<EventStore, 'head'>[]) {
    const { head } = asked;
    asked.head = async () => {
      if (is('everything fails', 'reads fail')) throw away();
      return is('reads hang') ? never() : head.apply(asked);
    };
  }
  store.append = async (...asked) => {
    if (is('everything fails', 'appends fail')) throw away();
    if (is('appends hang')) return never();
    const [lost, hangs] = [is('answers are lost'), is('answers hang')];
    left -= 1;
    const appended = await whole.append.apply(store, asked);
    if (lost) throw away();
    return hangs ? never() : appended;
  };
  return {
    fail(next, { after = 0 } = {}) {
      fault = next;
      left = after;
    },
    heal() {
      fault = undefined;
      for (const end of hanging) end();
      hanging = [];
    },
  };
}

/** Projecting goes on. Returns what ends the fault. */
export function takeReadModelsAway(projections: RunningProjections): () => void {
  const { generation, waitFor } = projections;
  const gone = async () =>
    Promise.reject(new ReadModelsUnavailable('taken away by the test at secret.example'));
  projections.generation = (name) =>
    new Proxy(generation(name), {
      get: (whole, key) =>
        typeof whole[key as keyof Generation] === 'function' ? gone : whole[key as keyof Generation],
    });
  projections.waitFor = async () => false;
  return () => Object.assign(projections, { generation, waitFor });
}
