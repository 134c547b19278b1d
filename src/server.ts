// Opens the installation, creates the application over it, and listens.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHealthApp, createServingApp } from './app.module.js';
import type { Configuration } from './configuration/configuration.js';
import { toUrlHost, toPublicUrl } from './configuration/public-url.js';
import { openInstallation, type Installation } from './installation/installation.js';
import type { AnnounceToOperator } from './platform/announce-to-operator.js';
import type { ServingAddress } from './start-up/serving-address.js';
import type { RunningTelemetry } from './telemetry/start-telemetry.js';
import { createLog } from './web/errors/server-log.js';

export interface RunningServer extends ServingAddress {
  readonly port: number;
  readonly installation: Installation;
  /** Until then, the server only answers requests. */
  startBackground(): void;
  /** Resolves once pages, or in a process that only builds read models its health, are served. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/** Of whole requests: archives are large. Headers, and bodies that are no files, have less time. */
const UPLOAD_TIMEOUT_MS = 2 * 3_600_000;

/** Resolves once pages are served, or, in a process that only builds read models, its health. */
export async function startServer(
  configuration: Configuration,
  announce: AnnounceToOperator = () => {},
  version?: string,
): Promise<RunningServer> {
  const telemetry = await startTelemetryIfAsked(configuration, version);
  const installation = await openInstallation(configuration).catch(async (error: unknown) => {
    await telemetry?.stop();
    throw error;
  });
  reportTelemetryProblems(installation, telemetry);
  let startBackground!: (address: ServingAddress) => void;
  const serving = new Promise<ServingAddress>((resolve) => (startBackground = resolve));
  const whenServing = () => serving;
  let reportFatalError!: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (reportFatalError = reject));
  // Handled by the caller, which may await it late or never.
  failed.catch(() => {});
  try {
    const app = await (configuration.only === 'projections'
      ? createHealthApp(installation, whenServing)
      : createServingApp(installation, { whenServing, announce, reportFatalError }));
    const server = (await app.listen(configuration.port, configuration.host)) as Server;
    server.requestTimeout = UPLOAD_TIMEOUT_MS;
    const { port } = server.address() as AddressInfo;
    const address = {
      site: toPublicUrl(configuration, port),
      url: `http://${toUrlHost(configuration.host)}:${port}`,
    };
    return {
      ...address,
      port,
      installation,
      startBackground: () => startBackground(address),
      failed,
      async close() {
        await app.close();
        await installation.close();
        await telemetry?.stop();
      },
    };
  } catch (error) {
    await installation.close();
    await telemetry?.stop();
    throw error;
  }
}

/** Loaded only where OpenTelemetry's variables ask for it: the SDK is some hundred files. */
async function startTelemetryIfAsked(
  { telemetry, only, log }: Configuration,
  version?: string,
): Promise<RunningTelemetry | undefined> {
  if (!telemetry) return undefined;
  const { startTelemetry } = await import('./telemetry/start-telemetry.js');
  const serverLog = createLog(log);
  return startTelemetry(telemetry, {
    role: only ?? 'all',
    ...(version !== undefined && { version }),
    warn: (message) => serverLog.warn(message),
  });
}

function reportTelemetryProblems({ healthIssues }: Installation, telemetry?: RunningTelemetry): void {
  for (const adminMessage of telemetry?.problems ?? [])
    healthIssues.raise({
      key: 'telemetry',
      adminMessage,
      publicMessage: 'metrics are not served',
      severity: 'warning',
    });
}
