// The SDK is loaded here alone, and only where its variables ask for it. Modules are not patched: see decision 0084.
import { context, diag, DiagLogLevel, metrics, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { MetricReader } from '@opentelemetry/sdk-metrics';
import type { TelemetrySettings } from '#configuration/telemetry-settings.js';
import { SharedStorageContextManager } from '#platform/telemetry/context-manager.js';
import { getGivenIds } from '#platform/telemetry/given-ids.js';
import { setTracing } from '#platform/telemetry/tracing.js';
import { withTimeout } from '#platform/timeouts.js';
import { createWarningFilter } from './warning-filter.js';

export interface RunningTelemetry {
  /** What is not sent or served, and why. */
  readonly problems: readonly string[];
  /** Sends what is left, within seconds. Never throws. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  readonly version?: string;
  /** `web`, `projections` or `all`. */
  readonly role: string;
  readonly warn: (message: string) => void;
}

interface Provider {
  shutdown(): Promise<void>;
}

const LONGEST_STOP_MS = 3_000;

/** For the whole process: one at a time. */
export async function startTelemetry(
  settings: TelemetrySettings,
  { warn, ...about }: TelemetryOptions,
): Promise<RunningTelemetry> {
  const filtered = createWarningFilter(warn);
  const nothing = () => {};
  diag.setLogger(
    { error: filtered, warn: filtered, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = await describeProcess(about);
  const problems: string[] = [];
  const providers: Provider[] = [];
  if (settings.traces) providers.push(await startTraces(settings.traces, resource));
  const readers = await createMetricReaders(settings, problems);
  if (readers.length > 0) providers.push(await startMetrics(readers, resource));
  return {
    problems,
    async stop() {
      setTracing(false);
      const stopped = Promise.allSettled(providers.map(async (each) => each.shutdown()));
      await withTimeout(LONGEST_STOP_MS, stopped, () => new Error('late')).catch(nothing);
      for (const api of [trace, metrics, context, diag]) api.disable();
    },
  };
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` go first. */
async function describeProcess({ version, role }: Omit<TelemetryOptions, 'warn'>): Promise<Resource> {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    await import('@opentelemetry/resources');
  const own = {
    'service.name': 'daybook',
    'daybook.role': role,
    ...(version !== undefined && { 'service.version': version }),
  };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
}

async function startTraces(
  protocol: NonNullable<TelemetrySettings['traces']>,
  resource: Resource,
): Promise<Provider> {
  const { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } =
    await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  const random = new RandomIdGenerator();
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    idGenerator: {
      generateTraceId: () => getGivenIds().traceId ?? random.generateTraceId(),
      generateSpanId: () => getGivenIds().spanId ?? random.generateSpanId(),
    },
  });
  context.setGlobalContextManager(new SharedStorageContextManager());
  trace.setGlobalTracerProvider(provider);
  setTracing(true);
  return provider;
}

async function startMetrics(readers: MetricReader[], resource: Resource): Promise<Provider> {
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics');
  const provider = new MeterProvider({ resource, readers });
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

async function createMetricReaders(
  { pushedMetrics, prometheus }: TelemetrySettings,
  problems: string[],
): Promise<MetricReader[]> {
  return [
    ...(pushedMetrics ? [await createPushingReader(pushedMetrics)] : []),
    ...(prometheus ? await servePrometheus(prometheus, problems) : []),
  ];
}

async function createPushingReader({
  protocol,
  intervalMs,
}: NonNullable<TelemetrySettings['pushedMetrics']>): Promise<MetricReader> {
  const { PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { OTLPMetricExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'));
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, 30_000),
  });
}

/** A port that is taken stops no installation. */
async function servePrometheus(
  { host, port }: NonNullable<TelemetrySettings['prometheus']>,
  problems: string[],
): Promise<MetricReader[]> {
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
  // Without the host, the exporter would listen on every address of the machine.
  const exporter = new PrometheusExporter({ host, port, preventServerStart: true, withoutScopeInfo: true });
  try {
    await exporter.startServer();
    return [exporter];
  } catch (error) {
    problems.push(
      `Metrics are not served at ${host}:${port}: ${(error as Error).message}. ` +
        'Set OTEL_EXPORTER_PROMETHEUS_HOST and OTEL_EXPORTER_PROMETHEUS_PORT to an address that is free on this machine.',
    );
    return [];
  }
}
