// A thread that renders pages, one after the other.
import { deserialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { createElement } from 'react';
import { loadFor, pageCalled } from '#views/every-page.js';
import { render } from '#views/render.js';
import { answerUntilToldToEnd } from '../../platform/threads.js';
import type { Tells, Told } from './told.js';

answerUntilToldToEnd(parentPort!, async ({ page, props }: Told) => {
  try {
    await loadFor(page)?.();
    const html = new TextEncoder().encode(
      render(createElement(pageCalled(page), deserialize(props) as object)),
    );
    parentPort!.postMessage({ html } satisfies Tells, [html.buffer]);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort!.postMessage({ failed } satisfies Tells);
  }
});
