import { deserialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { createElement } from 'react';
import { findPageLoader, findPageByName, renderPage } from '#views/every-page.js';
import { answerMessagesUntilExit } from '#platform/worker-threads.js';
import type { RenderResult, RenderRequest } from './render-messages.js';

answerMessagesUntilExit(parentPort!, async ({ page, props }: RenderRequest) => {
  try {
    await findPageLoader(page)?.();
    const html = new TextEncoder().encode(
      renderPage(createElement(findPageByName(page), deserialize(props) as object)),
    );
    parentPort!.postMessage({ html } satisfies RenderResult, [html.buffer]);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort!.postMessage({ failed } satisfies RenderResult);
  }
});
