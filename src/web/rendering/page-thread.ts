// A thread that renders pages, one after the other.
import { deserialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { createElement } from 'react';
import { loadFor, pageCalled, render } from '#views/every-page.js';
import { serveUntilEnded } from '#platform/threads.js';
import type { RenderResult, RenderRequest } from './render-messages.js';

serveUntilEnded(parentPort!, async ({ page, props }: RenderRequest) => {
  try {
    await loadFor(page)?.();
    const html = new TextEncoder().encode(
      render(createElement(pageCalled(page), deserialize(props) as object)),
    );
    parentPort!.postMessage({ html } satisfies RenderResult, [html.buffer]);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort!.postMessage({ failed } satisfies RenderResult);
  }
});
