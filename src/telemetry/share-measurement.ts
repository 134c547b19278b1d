import type { Observe } from '#platform/telemetry/instruments.js';

type Measure = (observe: Observe) => Promise<void>;

/** Readers that ask meanwhile get the measurement under way: the port asks for no password, and a measurement queries the engines. */
export function shareMeasurement(measure: Measure): Measure {
  let current: Promise<readonly Parameters<Observe>[]> | undefined;
  const begin = async () => {
    const observations: Parameters<Observe>[] = [];
    await measure((...observation) => void observations.push(observation));
    return observations;
  };
  return async (observe) => {
    current ??= begin().finally(() => (current = undefined));
    for (const observation of await current) observe(...observation);
  };
}
