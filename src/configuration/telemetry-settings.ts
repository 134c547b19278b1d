// OpenTelemetry's own variables: those of its exporters and processors are read by the SDK.
import { z } from 'zod';

export type OtlpProtocol = 'http/protobuf' | 'http/json';

export interface TelemetrySettings {
  /** undefined: no traces. */
  readonly traces?: OtlpProtocol;
  /** undefined: no metrics are pushed. */
  readonly pushedMetrics?: { readonly protocol: OtlpProtocol; readonly intervalMs: number };
  /** undefined: no metrics are served. */
  readonly prometheus?: { readonly host: string; readonly port: number };
}

type Environment = Readonly<Record<string, string | undefined>>;

const GRPC = 'write http/protobuf or http/json; gRPC is not supported, and collectors take HTTP at port 4318';
const ADDRESS = 'write the address of a collector, for instance http://127.0.0.1:4318';

const exporters = <const Names extends readonly string[]>(names: Names) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((all) => all.every((each) => names.includes(each)), {
      error: `write one of ${names.join(', ')}`,
    });
const protocol = z.enum(['http/protobuf', 'http/json'], { error: GRPC });
const collector = z.url({ protocol: /^https?$/, error: ADDRESS });
const milliseconds = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'write a number of milliseconds', abort: true })
  .transform(Number);

const Variables = z.object({
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: exporters(['otlp', 'none']).optional(),
  OTEL_METRICS_EXPORTER: exporters(['otlp', 'prometheus', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol.optional(),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60_000),
  OTEL_EXPORTER_PROMETHEUS_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: 'write an address, for instance 127.0.0.1' })
    .default('127.0.0.1'),
  OTEL_EXPORTER_PROMETHEUS_PORT: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'write a number from 1 to 65535', abort: true })
    .transform(Number)
    .refine((number) => number <= 65_535, { error: 'write a number from 1 to 65535' })
    .default(9464),
});

type VariableName = keyof z.infer<typeof Variables>;

/** Any of them alone switches telemetry on. */
const SWITCHES: readonly VariableName[] = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** undefined: off. A line per invalid variable; values are left out where they may hold a password. */
export function readTelemetrySettings(
  environment: Environment,
): { readonly telemetry?: TelemetrySettings } | { readonly wrong: readonly string[] } {
  const isSet = (name: VariableName) => Boolean(environment[name]?.trim());
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true' || !SWITCHES.some(isSet)) return {};
  const names = (Object.keys(Variables.shape) as VariableName[]).filter(isSet);
  const read = Variables.safeParse(
    Object.fromEntries(names.map((name) => [name, environment[name]!.trim()])),
  );
  if (!read.success)
    return { wrong: read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) };
  return { telemetry: toTelemetrySettings(read.data) };
}

function toTelemetrySettings(read: z.infer<typeof Variables>): TelemetrySettings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = read;
  const byEndpoint = (own: string | undefined) => ((own ?? endpoint) === undefined ? [] : ['otlp']);
  const traces = read.OTEL_TRACES_EXPORTER ?? byEndpoint(read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const metrics = read.OTEL_METRICS_EXPORTER ?? byEndpoint(read.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT);
  return {
    ...(traces.includes('otlp') && { traces: read.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? protocol }),
    ...(metrics.includes('otlp') && {
      pushedMetrics: {
        protocol: read.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? protocol,
        intervalMs: read.OTEL_METRIC_EXPORT_INTERVAL,
      },
    }),
    ...(metrics.includes('prometheus') && {
      prometheus: { host: read.OTEL_EXPORTER_PROMETHEUS_HOST, port: read.OTEL_EXPORTER_PROMETHEUS_PORT },
    }),
  };
}
