// A whole Daybook with the real SDK of OpenTelemetry, switched on by its variables.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readTelemetrySettings, type TelemetrySettings } from '#configuration/telemetry-settings.js';
import { startTelemetry, type RunningTelemetry } from '#telemetry/start-telemetry.js';
import { startDaybook, type Daybook } from '../web/daybook.js';

export type Variables = Readonly<Record<`OTEL_${string}`, string>>;

export interface ObservedTelemetry extends RunningTelemetry {
  readonly settings: TelemetrySettings;
  readonly warnings: readonly string[];
}

/** The SDK reads the environment of the process, which is put back when it ends. */
export async function startObserving(variables: Variables): Promise<ObservedTelemetry> {
  Object.assign(process.env, variables);
  const read = readTelemetrySettings(process.env);
  if (!('telemetry' in read) || !read.telemetry) throw new Error(`It is off: ${JSON.stringify(read)}`);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const { problems, stop } = await startTelemetry(read.telemetry, { role: 'all', version: '0.0.1', warn });
  return {
    settings: read.telemetry,
    warnings,
    problems,
    async stop() {
      await stop();
      for (const name of Object.keys(variables)) delete process.env[name];
    },
  };
}

export interface ObservedDaybook {
  readonly daybook: Daybook;
  readonly telemetry: ObservedTelemetry;
  close(): Promise<void>;
}

export async function startObservedDaybook(variables: Variables): Promise<ObservedDaybook> {
  const telemetry = await startObserving(variables);
  const daybook = await startDaybook({ on: { telemetry: telemetry.settings } });
  return {
    daybook,
    telemetry,
    async close() {
      await daybook.close();
      await telemetry.stop();
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
