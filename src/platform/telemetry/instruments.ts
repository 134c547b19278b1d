// Instruments by the API alone: without `startTelemetry`, measurements go nowhere.
import {
  metrics,
  type Attributes,
  type BatchObservableResult,
  type Meter,
  type MetricOptions,
  type Observable,
} from '@opentelemetry/api';

const METER = 'daybook';

/** Seconds: from a cached answer to the deadline of a command. */
const DURATION_BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Counter {
  add(value: number, attributes?: Attributes): void;
}

export interface Histogram {
  record(value: number, attributes?: Attributes): void;
}

export function createCounter(name: string, options: MetricOptions): Counter {
  const current = createPerProvider((meter) => meter.createCounter(name, options));
  return { add: (value, attributes) => current().add(value, attributes) };
}

/** Of durations in seconds. */
export function createDurationHistogram(name: string, options: MetricOptions): Histogram {
  const advice = { explicitBucketBoundaries: DURATION_BOUNDARIES };
  const current = createPerProvider((meter) =>
    meter.createHistogram(name, { unit: 's', advice, ...options }),
  );
  return { record: (value, attributes) => current().record(value, attributes) };
}

export type Observe = (gauge: string, value: number, attributes?: Attributes) => void;

export type Gauges = Readonly<Record<string, MetricOptions>>;

/** `measure`: called for each export. Of the provider of the moment; returns what ends it. */
export function observeGauges(gauges: Gauges, measure: (observe: Observe) => Promise<void>): () => void {
  const meter = metrics.getMeterProvider().getMeter(METER);
  const byName = new Map<string, Observable>(
    Object.entries(gauges).map(([name, options]) => [name, meter.createObservableGauge(name, options)]),
  );
  const callback = (result: BatchObservableResult) =>
    measure((name, value, attributes) => result.observe(byName.get(name)!, value, attributes));
  const observables = [...byName.values()];
  meter.addBatchObservableCallback(callback, observables);
  return () => meter.removeBatchObservableCallback(callback, observables);
}

/** The API gives instruments of the provider of the moment, and modules are loaded before the SDK is started. */
function createPerProvider<Instrument>(create: (meter: Meter) => Instrument): () => Instrument {
  let provider: object | undefined;
  let instrument: Instrument | undefined;
  return () => {
    const present = metrics.getMeterProvider();
    if (instrument === undefined || provider !== present) {
      provider = present;
      instrument = create(present.getMeter(METER));
    }
    return instrument;
  };
}
