// Opens the installation, creates the application over it, and listens.
import type { AddressInfo } from 'node:net';
import { createHealthApp, createServingApp } from './app.module.js';
import type { Configuration } from './configuration/configuration.js';
import { toUrlHost, toPublicUrl } from './configuration/public-url.js';
import { openInstallation, type Installation } from './installation/installation.js';
import type { AnnounceToOperator } from './platform/announce-to-operator.js';
import type { ServingAddress } from './start-up/serving-address.js';

export interface RunningServer extends ServingAddress {
  readonly port: number;
  readonly installation: Installation;
  /** Until then, the server only answers requests. */
  startBackground(): void;
  /** Resolves once pages, or in a process that only builds read models its health, are served. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/** Resolves once pages are served, or, in a process that only builds read models, its health. */
export async function startServer(
  configuration: Configuration,
  announce: AnnounceToOperator = () => {},
): Promise<RunningServer> {
  const installation = await openInstallation(configuration);
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
    const server = await app.listen(configuration.port, configuration.host);
    const { port } = (server as { address(): AddressInfo }).address();
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
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}
