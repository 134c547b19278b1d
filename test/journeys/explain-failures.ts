// Adds the page, answers and pending requests to a failed step.
import type { Page, Request } from 'playwright-core';

type Explained = <T>(work: () => Promise<T>) => Promise<T>;

const ANSWERS_SHOWN = 10;
const TEXT_SHOWN = 2_000;

/** `server`: the server's health. */
export function explainFailures(page: Page, server?: () => Promise<unknown>): Explained {
  const waiting = new Set<Request>();
  const answers: string[] = [];
  page.on('request', (request) => waiting.add(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('response', (response) => {
    answers.push(`${response.status()} ${line(response.request())}`);
    answers.splice(0, answers.length - ANSWERS_SHOWN);
  });
  const text = async () => (await page.innerText('body', { timeout: 1_000 })).slice(0, TEXT_SHOWN);
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const parts = [
        `At ${page.url()}`,
        `Not answered: ${[...waiting].map(line).join(', ') || 'nothing'}`,
        `Answered last:\n${answers.join('\n')}`,
        `The server: ${JSON.stringify(await server?.().catch(String))}`,
        `The page:\n${await text().catch(String)}`,
      ];
      throw new Error(`${String(error)}\n\n${parts.join('\n\n')}`, { cause: error });
    }
  };
}

const line = (request: Request) => `${request.method()} ${request.url()}`;
