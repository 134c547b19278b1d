// Large pages are rendered in another thread, and look the same.
import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ReactElement } from 'react';
import { withQueryContext } from '#projections/port/query.js';
import { PageRendering } from '#web/rendering/page-rendering.js';
import { everyPage, renderPage } from '#views/every-page.js';
import { FormPage } from '#views/pages/form.js';
import { TimelinePage } from '#views/pages/timeline.js';
import { previews } from '#test/views/previews.js';
import { form as sample } from '#test/views/samples/form.js';
import { timeline } from '#test/views/samples/timeline.js';
import { startDaybook } from '../daybook.js';

const large = (heading = 'Many', count = 800) => (
  <FormPage
    {...sample}
    heading={heading}
    inputs={Array.from({ length: count }, (_, n) => ({ ...sample.inputs[0]!, key: `f${n}` }))}
  />
);

let rendering: PageRendering;

afterEach(async () => rendering.onApplicationShutdown());

const htmlOf = async (page: ReactElement) => Buffer.from((await rendering.html(page))!).toString();

describe('given a page', () => {
  it('when it is small, then it is there at once', () => {
    rendering = new PageRendering();
    expect(rendering.html(<FormPage {...sample} />)).toBeInstanceOf(Buffer);
  });

  it('when it is large, then others have their turn before it is there, and it is the same', async () => {
    rendering = new PageRendering();
    const html = rendering.html(large());
    expect(html).toBeInstanceOf(Promise);
    await setImmediate();
    expect(await htmlOf(large())).toBe(renderPage(large()));
    expect(Buffer.from((await html)!).toString()).toBe(renderPage(large()));
  });
});

describe('given a page of the timeline, with fifty events', () => {
  it('when it is asked for, then it is rendered beside: it takes longer than anybody else should wait', async () => {
    rendering = new PageRendering();
    const longest = timeline.items.toSorted(
      (a, b) => JSON.stringify(b).length - JSON.stringify(a).length,
    )[0]!;
    const items = Array.from({ length: 50 }, () => longest);
    const html = rendering.html(<TimelinePage {...timeline} items={items} />);
    expect(html).toBeInstanceOf(Promise);
    await html;
  });
});

describe('given every page', () => {
  it('when it is rendered beside, then it looks as here', async () => {
    rendering = new PageRendering({ small: 0 });
    for (const preview of Object.values(previews))
      expect(await htmlOf(preview())).toBe(renderPage(preview()));
  });

  it('when there is a file for it, then it has a name for the thread', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../views/pages'));
    expect(Object.keys(everyPage)).toHaveLength(files.length);
  });
});

describe('given somebody who asks for many large pages, and another for one', () => {
  it('when all wait, then the one is not the last', async () => {
    rendering = new PageRendering();
    const done: string[] = [];
    const ask = (asker: string, heading: string) =>
      withQueryContext({ asker }, async () => {
        await rendering.html(large(heading));
        done.push(heading);
      });
    const many = ['1', '2', '3', '4'].map((heading) => ask('one', heading));
    await Promise.all([...many, ask('another', 'only')]);
    expect(done).toEqual(['1', '2', 'only', '3', '4']);
  });

  it('when one waits for too many, then they are told to wait, and others are not', async () => {
    rendering = new PageRendering();
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const many = { asker: 'one', signal: gone.signal };
    const ask = () => withQueryContext(many, async () => rendering.html(large()));
    const waiting = Array.from({ length: 21 }, ask);
    await expect(ask()).rejects.toMatchObject({
      reasons: [{ code: 'TOO_MANY_ATTEMPTS', kind: 'too often' }],
    });
    const another = withQueryContext({ asker: 'another' }, async () => rendering.html(large()));
    gone.abort();
    expect(await another).toBeDefined();
    expect((await Promise.all(waiting)).filter(Boolean)).toHaveLength(1);
    expect(await withQueryContext({ asker: 'one' }, () => rendering.html(large()))).toBeDefined();
  });

  it('when somebody has gone, then nothing is rendered for them', async () => {
    rendering = new PageRendering();
    const gone = new AbortController();
    const first = rendering.html(large());
    const second = withQueryContext({ asker: 'gone', signal: gone.signal }, async () =>
      rendering.html(large()),
    );
    gone.abort();
    expect(await second).toBeUndefined();
    expect(await first).toBeDefined();
  });
});

describe('given a page that cannot be rendered', () => {
  const broken = (inputs: unknown) => <FormPage {...sample} inputs={inputs as typeof sample.inputs} />;
  const many = Array.from({ length: 8_000 }, () => 1);

  it('when it is asked for, then it is said why, and the next one is rendered', async () => {
    rendering = new PageRendering();
    await expect(rendering.html(broken([...many, null]))).rejects.toThrow('A page was not rendered');
    await expect(rendering.html(broken([...many, () => 1]))).rejects.toThrow('could not be cloned');
    expect(await htmlOf(large())).toBe(renderPage(large()));
  });

  it('when its thread fails every page after the first, then another thread renders it', async () => {
    rendering = new PageRendering({ file: new URL('../../threads/fails-after-one.mjs', import.meta.url) });
    for (let times = 0; times < 3; times++) expect(await htmlOf(large())).toBe('<p>rendered</p>');
  });

  it('when its thread ends, then it is said, and the next one gets another', async () => {
    rendering = new PageRendering({ file: new URL('../../threads/dies.mjs', import.meta.url) });
    for (let times = 0; times < 2; times++)
      await expect(rendering.html(large())).rejects.toThrow('The thread that renders pages ended.');
  });

  it('when everything ends, then the one under way is finished first, and the one that waits is told', async () => {
    rendering = new PageRendering();
    await htmlOf(large());
    const html = htmlOf(large());
    const waits = htmlOf(large()).catch((error: Error) => error.message);
    await rendering.onApplicationShutdown();
    expect(await html).toBe(renderPage(large()));
    expect(await waits).toBe('Pages are not rendered any more.');
    await expect(htmlOf(large())).rejects.toThrow('Pages are not rendered any more.');
  });
});

describe('given a page that never ends', () => {
  it('when it has had its time, then that is said, and the one that waits gets its turn', async () => {
    const file = pathToFileURL(join(import.meta.dirname, '../../threads/never-answers.mjs'));
    rendering = new PageRendering({ file, within: 50 });
    const both = [rendering.html(large()), rendering.html(large())];
    for (const page of both) await expect(page).rejects.toThrow('takes longer than 0.05 seconds');
  });

  it('when somebody asks for it, then they are told in words, with 503, and so is a program', async () => {
    const daybook = await startDaybook();
    try {
      const file = pathToFileURL(join(import.meta.dirname, '../../threads/never-answers.mjs'));
      rendering = new PageRendering({ file, within: 50, small: 150 });
      const clerk = await daybook.as('clerk');
      const { app } = daybook;
      app.get(PageRendering).html = (page) => rendering.html(page);
      const page = await clerk.get('/orders/orders/new');
      expect([page.status, page.headers['retry-after']]).toEqual([503, expect.any(String)]);
      expect(page.text).toContain('This page takes too long to make.');
      expect(page.text).toContain('Load it again');
      const told = await clerk.get('/orders/orders/new').set('Accept', 'application/json');
      expect(told.body).toMatchObject({ status: 503, code: 'PAGE_TAKES_TOO_LONG' });
    } finally {
      await daybook.close();
    }
  });
});
