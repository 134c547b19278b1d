// Serves for a measurement, in a process of its own: the whole application, and beside it a POST that does nothing.
import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { ReactElement } from 'react';
import type { Request, Response } from 'express';
import { createApp } from '../src/app.module.js';
import { openInstallation } from '../src/installation.js';
import { PAGE_CHANNEL } from '../src/web/send-page.js';
import { render } from '../views/render.js';
import { peakMemory } from './child.js';
import { configurationOf } from './workplace.js';

const [folder] = process.argv.slice(2);
const installation = await openInstallation(configurationOf(folder!));
const app = await createApp(installation);
const empty = (_request: Request, response: Response) => response.redirect(303, '/');
app.getHttpAdapter().post('/-/empty', empty as never);
const server = await app.listen(0, '127.0.0.1');

let page: ReactElement | undefined;
subscribe(PAGE_CHANNEL, (message) => (page = message as ReactElement));

/** Renders the page that was sent last, over and over. */
function renderAgain(seconds: number): { readonly perSecond: number } {
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  let rendered = 0;
  for (; performance.now() < until; rendered++) Buffer.from(render(page!));
  return { perSecond: rendered / ((performance.now() - started) / 1000) };
}

process.on('message', (asked: { readonly render?: number }) => {
  if (asked.render !== undefined) process.send!(renderAgain(asked.render));
  else process.send!({ memory: peakMemory() });
});
process.send!({ port: (server.address() as AddressInfo).port });
