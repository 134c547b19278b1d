// Serves for a measurement, in a process of its own: the whole application, and beside it a POST that does nothing.
import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { ReactElement } from 'react';
import type { Request, Response } from 'express';
import { allProjections } from '../projections/all-projections.js';
import { createApp, createHealthApp } from '../src/app.module.js';
import { openInstallation } from '../src/installation/installation.js';
import { readTelemetrySettings } from '../src/configuration/telemetry-settings.js';
import { startTelemetry } from '../src/telemetry/start-telemetry.js';
import { PAGE_DIAGNOSTICS_CHANNEL } from '#web/rendering/page-rendering.js';
import { renderPage } from '../views/every-page.js';
import { peakMemory } from './child-process.js';
import { configurationOf } from './measurement-folder.js';

const [folder, only] = process.argv.slice(2) as [string, ('web' | 'projections')?];
const observed = readTelemetrySettings(process.env);
if ('wrong' in observed) throw new Error(observed.wrong.join('\n'));
const { telemetry } = observed;
if (telemetry) await startTelemetry(telemetry, { role: only ?? 'all', warn: console.error });
const installation = await openInstallation({
  ...configurationOf(folder),
  ...observed,
  ...(only && { only }),
});
const app = await (only === 'projections' ? createHealthApp : createApp)(installation);
const empty = (_request: Request, response: Response) => response.redirect(303, '/');
app.getHttpAdapter().post('/-/empty', empty as never);
const server = await app.listen(0, '127.0.0.1');

let page: ReactElement | undefined;
subscribe(PAGE_DIAGNOSTICS_CHANNEL, (message) => (page = message as ReactElement));

/** Renders the page that was sent last, over and over. */
function renderAgain(seconds: number): { readonly perSecond: number } {
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  let rendered = 0;
  for (; performance.now() < until; rendered++) Buffer.from(renderPage(page!));
  return { perSecond: rendered / ((performance.now() - started) / 1000) };
}

/** Looks at the checkpoints of all read models, as a process does that follows another one; in turn, so many times. */
async function look(times: number): Promise<{ readonly perSecond: number }> {
  const started = performance.now();
  for (let time = 0; time < times; time++)
    for (const { name } of allProjections) await installation.projections.generation(name).checkpoint();
  return { perSecond: times / ((performance.now() - started) / 1000) };
}

/** Milliseconds this process has computed so far, garbage collection and drivers included. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface ServeRequest {
  readonly render?: number;
  readonly look?: number;
}

async function answer(request: ServeRequest): Promise<object> {
  if (request.render !== undefined) return renderAgain(request.render);
  if (request.look !== undefined) return look(request.look);
  return { memory: peakMemory(), computed: computed() };
}

process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => installation.close())
    .finally(() => process.exit());
});
process.on('message', (asked: ServeRequest) => void answer(asked).then((told) => process.send!(told)));
process.send!({ port: (server.address() as AddressInfo).port });
