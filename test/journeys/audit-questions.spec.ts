// Each answer is right and takes as many steps as docs/audit-questions.md says, at most five.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright-core';
import { DEMO_PEOPLE, type DemoPersonKey } from '#demo/demo-people.js';
import type { RecordedEvent } from '#domain/event.js';
import { openBrowser } from '../views/browser.js';
import { serveExamples, type Served } from './served.js';
import { Steps, stepsDocumentedIn } from './steps.js';

const documentedSteps = stepsDocumentedIn('audit-questions.md');
const ZONE = 'Europe/Berlin';
/** Entries per page of the timeline. */
const PAGE = 50;
const ERASED_BECAUSE = 'Kept as long as the law asks.';

const readSpecification = (name: string) =>
  readFileSync(new URL(`../../specifications/${name}.md`, import.meta.url), 'utf8');
const nameOf = (id: string) => Object.values(DEMO_PEOPLE).find((person) => person.id === id)!.name;
const happenedAt = ({ metadata }: RecordedEvent) => metadata.effectiveAt ?? metadata.recordedAt;
/** `2026-05-03 12:00`, in the examples' time zone. */
const localTime = (instant: string | number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  );
const euros = (cents: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(cents / 100);

interface AmountChange {
  readonly amount: { readonly from: number; readonly to: number };
}

/** Filled in, or changed from or to. */
function valuesIn(data: unknown): readonly number[] {
  if (typeof data === 'number') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(valuesIn) : [];
}

describe('an auditor finds in at most five steps', () => {
  let served: Served;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let steps: Steps;
  let submitted: { readonly id: string; readonly version: number };
  /** Oldest first. */
  const events: RecordedEvent[] = [];

  beforeAll(async () => {
    [served, browser] = await Promise.all([serveExamples(), openBrowser()]);
    await as('ines', publishChangedRules);
    await as('thomas', eraseApplicants);
    await as('jonas', submitSmallRequest);
    await as('thomas', approveAtOnce);
    await readEvents();
    context = await browser.newContext({ baseURL: served.url, locale: 'en-GB', reducedMotion: 'reduce' });
    page = await context.newPage();
    await signIn(context.request, 'ruth');
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  beforeEach(async () => {
    await page.goto('/');
    steps = new Steps(page);
  });

  const signIn = (request: APIRequestContext, who: DemoPersonKey) =>
    request.post('/-/sign-in/demo', { form: { person: DEMO_PEOPLE[who].id } });

  /** Without a page, so that no step is counted. */
  async function as(who: DemoPersonKey, work: (request: APIRequestContext) => Promise<void>): Promise<void> {
    const theirs = await browser.newContext({ baseURL: served.url });
    await signIn(theirs.request, who);
    await work(theirs.request);
    await theirs.close();
  }

  /** The subscription goes live, so it ends at the head. */
  async function readEvents(): Promise<void> {
    const head = await served.store.head();
    for await (const batch of served.store.all()) {
      events.push(...batch);
      if (batch.at(-1)!.position >= head) return;
    }
  }

  async function publishChangedRules(request: APIRequestContext): Promise<void> {
    const texts = [
      readSpecification('purchase-requests').replace('value: 5000 EUR', 'value: 4000 EUR'),
      readSpecification('permits').replace('Application: P10Y', 'Application: P1M'),
    ];
    for (const text of texts) {
      const published = await request.post('/-/publish', { form: { text } });
      expect(published.url()).toMatch(/\/specification$/);
    }
  }

  async function eraseApplicants(request: APIRequestContext): Promise<void> {
    const address = '/api/permits/Application/retention';
    const listDue = async () => {
      const { items } = (await (await request.get(address)).json()) as {
        items: { id: string; version: number; shown: string }[];
      };
      return items;
    };
    let due = await listDue();
    for (let asked = 1; due.length === 0 && asked < 300; asked++) {
      await wait(100);
      due = await listDue();
    }
    const [{ id, version, shown }] = due as [(typeof due)[number]];
    const erased = await request.post(address, {
      data: {
        records: [{ id, version, shown }],
        signature: { name: 'thomas', password: '' },
        reason: ERASED_BECAUSE,
      },
    });
    expect([erased.status(), await erased.text()]).toEqual([200, expect.any(String)]);
  }

  /** Which requests of the examples wait depends on the time of day. */
  async function submitSmallRequest(request: APIRequestContext): Promise<void> {
    const list = await request.get('/api/purchasing/Request?limit=1');
    const { items } = (await list.json()) as { items: readonly { fields: Record<string, unknown> }[] };
    const { department, costCentre, supplier } = items[0]!.fields;
    const lines = [{ item: 'Paper', quantity: 1, price: '10.00' }];
    const data = { fields: { title: 'Paper', department, costCentre, supplier, lines } };
    const opened = await request.post('/api/purchasing/Request', { data });
    if (!opened.ok()) throw new Error(await opened.text());
    const { id, version } = (await opened.json()) as typeof submitted;
    submitted = await act(request, { id, version }, 'submit');
  }

  /** A moment after it was submitted. */
  async function approveAtOnce(request: APIRequestContext): Promise<void> {
    await act(request, submitted, 'approve');
  }

  async function act(request: APIRequestContext, { id, version }: typeof submitted, action: string) {
    const headers = { 'If-Match': `"${version}"` };
    const address = `/api/purchasing/Request/${id}/actions/${action}`;
    const answer = await request.post(address, { data: {}, headers });
    if (!answer.ok()) throw new Error(`${action}: ${await answer.text()}`);
    return { id, ...((await answer.json()) as { readonly version: number }) };
  }

  const openTimeline = () => steps.click(page.getByRole('link', { name: 'Audit timeline' }));

  const openMoreFilters = () => steps.click(page.getByText('More filters'));

  /** Filters act at once. */
  async function applied(parameter: string): Promise<void> {
    await page.waitForURL((at) => at.searchParams.has(parameter));
    await page.waitForLoadState();
  }

  const item = (position: number) => page.locator(`#event-${position}`);

  /** Of the events on the page. */
  async function listed(): Promise<number[]> {
    const ids = await page.locator('.db-timeline-item').evaluateAll((items) => items.map(({ id }) => id));
    return ids.map((id) => Number(id.replace('event-', '')));
  }

  /** Newest, one page. */
  function newest(isWanted: (event: RecordedEvent) => boolean): number[] {
    const positions = events.filter(isWanted).map(({ position }) => position);
    expect(positions.length).toBeGreaterThan(0);
    return positions.reverse().slice(0, PAGE);
  }

  function expectSteps(question: string): void {
    expect(steps.taken).toBe(documentedSteps(question));
    expect(steps.taken).toBeLessThanOrEqual(5);
  }

  const isAmountChange = ({ type, data }: RecordedEvent) =>
    type === 'record.changed' && 'amount' in (data as { changes: object }).changes;

  async function openRecord(numberOrTitle: string): Promise<void> {
    await steps.fill(page.getByRole('combobox', { name: 'Search' }), numberOrTitle);
    await steps.click(page.getByRole('option', { name: new RegExp(numberOrTitle) }).first());
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/);
    await page.waitForLoadState();
  }

  /** The first event gives the record its number. */
  function numberOf(stream: string): string {
    const opened = events.find((event) => event.stream === stream && event.type === 'record.opened')!;
    return (opened.data as { number: string }).number;
  }

  it('who changed an amount of which only the amount is known, and what it was before', async () => {
    const changed = events.findLast(isAmountChange)!;
    const { from, to } = (changed.data as { changes: AmountChange }).changes.amount;
    await openTimeline();
    await steps.fill(page.getByRole('searchbox', { name: 'Search the timeline' }), (to / 100).toFixed(2));
    await applied('q');
    expect(await listed()).toEqual(newest(({ data }) => valuesIn(data).includes(to)));
    const shown = await item(changed.position).innerText();
    expect(shown).toContain(nameOf(changed.metadata.actor));
    expect(shown.indexOf(euros(from))).toBeGreaterThan(-1);
    expect(shown.indexOf(euros(from))).toBeLessThan(shown.indexOf(euros(to)));
    expectSteps('Who changed an amount, and what was it before?');
  }, 120_000);

  it('who set an amount of a record', async () => {
    const changed = events.findLast(isAmountChange)!;
    await openRecord(numberOf(changed.stream));
    await steps.click(page.getByRole('link', { name: 'Who set Amount, and when' }).first());
    await page.waitForLoadState();
    expect(await item(changed.position).innerText()).toContain(nameOf(changed.metadata.actor));
    expectSteps('Who changed the amount of a record, and what was it before?');
  }, 120_000);

  it('all that a person did in a month, deputies’ acts included', async () => {
    await steps.fill(page.getByRole('combobox', { name: 'Search' }), 'Thomas Okafor August 2026');
    await steps.click(page.getByRole('option', { name: 'what was done in August 2026' }));
    await page.waitForURL(/month=2026-08/);
    await page.waitForLoadState();
    const { id } = DEMO_PEOPLE.thomas;
    const done = newest(
      ({ type, metadata, ...event }) =>
        [metadata.actor, metadata.onBehalfOf].includes(id) &&
        localTime(happenedAt({ ...event, type, metadata })).startsWith('2026-08') &&
        !['record.timers-set', 'number.taken'].includes(type),
    );
    // As it happened rather than as it was recorded.
    expect((await listed()).toSorted((one, other) => other - one)).toEqual(done);
    const byDeputy = events.find(
      ({ metadata, position }) => metadata.onBehalfOf === id && done.includes(position),
    )!;
    expect(await item(byDeputy.position).innerText()).toContain(
      `${nameOf(byDeputy.metadata.actor)} for Thomas Okafor`,
    );
    expectSteps('What did a person do in a month?');
  }, 120_000);

  it('what stood on a record at a moment', async () => {
    const changed = events.find(isAmountChange)!;
    const { from, to } = (changed.data as { changes: AmountChange }).changes.amount;
    await openRecord(numberOf(changed.stream));
    const [day, time] = localTime(Date.parse(happenedAt(changed)) - 60_000).split(' ') as [string, string];
    await steps.fill(page.getByLabel('As it was on'), day);
    await steps.fill(page.getByLabel('Time (otherwise the end of the day)'), time);
    await steps.click(page.getByRole('button', { name: 'Show', exact: true }));
    await page.waitForURL(/[?&]at=/);
    const shown = await page.locator('main').innerText();
    expect(shown).toContain(euros(from));
    expect(shown).not.toContain(euros(to));
    expectSteps('What stood on a record at a moment?');
  }, 120_000);

  it('which rule held, and who changed it', async () => {
    await openTimeline();
    await steps.choose(page.getByLabel('What was done', { exact: true }), 'Specifications and constants');
    await applied('type');
    const [published] = newest(
      ({ type, data }) =>
        type === 'specification.published' && (data as { key: string }).key === 'purchasing',
    ) as [number];
    expect(await item(published).innerText()).toContain('Ines Albrecht published version 2');
    await steps.click(item(published).getByRole('link', { name: 'what it changed' }));
    await page.waitForURL(/changes\?from=1&to=2/);
    expect(await page.locator('main').innerText()).toMatch(/4000 EUR.* instead of 5000 EUR/);
    expectSteps('Which rule held, and who changed it?');
  }, 120_000);

  it('who approved through a deputy', async () => {
    await openTimeline();
    await openMoreFilters();
    await steps.choose(page.getByLabel('Done by'), 'Deputies only');
    await applied('as');
    expect(await listed()).toEqual(newest(({ metadata }) => metadata.onBehalfOf !== undefined));
    expectSteps('Who approved through a deputy?');
  }, 120_000);

  const DECIDING: Readonly<Record<string, readonly string[]>> = {
    'purchasing.Request': ['approve', 'approveLarge', 'reject', 'ask'],
    'permits.Application': [
      ...['checkConfirmation', 'determineStopAdvice', 'checkUnlicensed', 'printHold', 'withdraw'],
    ],
    'capa.Capa': [
      ...[
        'assess',
        'dismiss',
        'approvePlan',
        'approveRiskyPlan',
        'returnPlan',
        'confirmEffect',
        'denyEffect',
      ],
      'closeSigned',
    ],
    'capa.Equipment': ['release', 'releaseSigned', 'retire'],
  };

  it('who approved or rejected, in one choice', async () => {
    await openTimeline();
    await steps.choose(page.getByLabel('What was done', { exact: true }), 'Approvals and rejections');
    await applied('type');
    const isDecision = ({ type, stream, data }: RecordedEvent) =>
      type === 'record.action-taken' &&
      DECIDING[stream.slice(0, stream.indexOf('-'))]?.includes((data as { action: string }).action) === true;
    const isVote = ({ type }: RecordedEvent) => /^record\.approval-(given|refused|taken-back)$/.test(type);
    expect(await listed()).toEqual(newest((event) => isDecision(event) || isVote(event)));
    expectSteps('Who approved or rejected, alone, with others, or through a deputy?');
  }, 120_000);

  const isRequestStep = ({ type, stream }: RecordedEvent) =>
    type === 'record.action-taken' && stream.startsWith('purchasing.Request-');
  const takes = ({ data }: RecordedEvent, action: string) => (data as { action: string }).action === action;

  it('who submitted their own', async () => {
    await openTimeline();
    await openMoreFilters();
    await steps.choose(page.getByLabel('Activity'), 'Submit');
    await applied('activity');
    await steps.choose(page.getByLabel('Done by'), 'Who created the record (steps of their own)');
    await applied('as');
    const openers = new Map(
      events.flatMap(({ type, stream, metadata }) =>
        type === 'record.opened' ? [[stream, metadata.actor] as const] : [],
      ),
    );
    expect(await listed()).toEqual(
      newest(
        (event) =>
          isRequestStep(event) &&
          takes(event, 'submit') &&
          openers.get(event.stream) === event.metadata.actor,
      ),
    );
    expectSteps('Who submitted, or approved, their own?');
  }, 120_000);

  const isApproval = (event: RecordedEvent) => isRequestStep(event) && takes(event, 'approve');

  it('what was approved within a minute', async () => {
    await openTimeline();
    await openMoreFilters();
    await steps.choose(page.getByLabel('Activity'), 'Approve');
    await applied('activity');
    await steps.choose(page.getByLabel('Time since the step before'), 'within one minute');
    await applied('within');
    const quick = events.filter(isApproval).filter((event) => {
      const before = events.findLast(
        ({ stream, position, metadata }) =>
          stream === event.stream &&
          position < event.position &&
          metadata.commandId !== event.metadata.commandId,
      );
      const passed = before && Date.parse(happenedAt(event)) - Date.parse(happenedAt(before));
      return passed !== undefined && passed >= 0 && passed <= 60_000;
    });
    expect(quick.length).toBeGreaterThan(0);
    expect(await listed()).toEqual(
      quick
        .map(({ position }) => position)
        .toReversed()
        .slice(0, PAGE),
    );
    expectSteps('What was approved within a minute?');
  }, 120_000);

  it('who has which role, and since when', async () => {
    await steps.click(page.getByRole('link', { name: 'Roles', exact: true }));
    await page.waitForURL(/\/-\/roles$/);
    const granted = events.filter(({ type }) => type === 'user.role-granted');
    const revoked = events.filter(({ type }) => type === 'user.role-revoked');
    const held = granted.filter(
      ({ stream, data, position }) =>
        !revoked.some(
          (event) =>
            event.stream === stream &&
            event.position > position &&
            JSON.stringify(event.data) === JSON.stringify(data),
        ),
    );
    expect(held.length).toBeGreaterThan(0);
    const links = await page
      .locator('main td a[href^="/-/events/"]')
      .evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')!.split('/').at(-1))));
    expect(links.toSorted((one, other) => one - other)).toEqual(held.map(({ position }) => position));
    expectSteps('Who has which role now, and since when?');
  }, 120_000);

  it('what was approved outside office hours', async () => {
    await openTimeline();
    await openMoreFilters();
    await steps.choose(page.getByLabel('Activity'), 'Approve');
    await applied('activity');
    await steps.fill(page.locator('[name="time.until"]'), '08:00');
    await applied('time.until');
    expect(await listed()).toEqual(
      newest((event) => isApproval(event) && localTime(happenedAt(event)).slice(11) < '08:00'),
    );
    expectSteps('What was approved outside office hours?');
  }, 120_000);

  it('what was erased, by whom, and why', async () => {
    await openTimeline();
    await steps.choose(page.getByLabel('What was done', { exact: true }), 'Erasures');
    await applied('type');
    expect(await listed()).toEqual(newest(({ type }) => type.includes('.eras')));
    const [decided] = newest(({ type }) => type === 'record.erasure-decided') as [number];
    expect(await item(decided).innerText()).toContain('Thomas Okafor');
    expect(await item(decided).innerText()).toContain(ERASED_BECAUSE);
    expectSteps('What was erased, by whom, and why?');
  }, 120_000);

  it('what happened between two positions', async () => {
    await openTimeline();
    await openMoreFilters();
    await steps.fill(page.locator('[name="position.from"]'), '240');
    await applied('position.from');
    await steps.fill(page.locator('[name="position.until"]'), '270');
    await applied('position.until');
    expect(await listed()).toEqual(
      newest(
        ({ position, type }) =>
          position >= 240 && position <= 270 && !['record.timers-set', 'number.taken'].includes(type),
      ),
    );
    expectSteps('What happened between two positions?');
  }, 120_000);

  it('what caused what, forwards and backwards', async () => {
    const answered = events.findLast(({ type }) => type === 'record.call-answered')!;
    const cause = events.find(({ id }) => id === answered.metadata.causationId)!;
    const caused = events.filter(({ metadata }) => metadata.causationId === answered.id);
    expect(caused.length).toBeGreaterThan(0);
    await openTimeline();
    await steps.choose(page.getByLabel('What was done', { exact: true }), 'Calls, mails and timers');
    await applied('type');
    await steps.click(item(answered.position).getByRole('link', { name: /in full/ }));
    await page.waitForURL(/\/-\/events\//);
    const tree = page.getByRole('region', { name: 'What caused what' });
    const positions = await tree
      .getByRole('link', { name: /in full/ })
      .evaluateAll((links) => links.map((link) => Number(link.textContent.replace('#', ''))));
    expect(positions).toEqual(
      expect.arrayContaining([cause.position, ...caused.map(({ position }) => position)]),
    );
    expect(await tree.locator('[aria-current=true]').innerText()).toContain('this event');
    expectSteps('What caused what?');
  }, 120_000);
});
