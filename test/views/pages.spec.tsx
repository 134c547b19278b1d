import { describe, expect, it } from '@jest/globals';
import { RecordPage } from '#views/pages/record.js';
import { htmlOf, words, type Html } from './html.js';
import { previews, type Preview } from './previews.js';
import { record as recordProps } from './samples/record.js';

const page = (name: string): Html => htmlOf((previews[name] as Preview)());
const texts = (html: Html, selector: string) => html.all(selector).map(words);
const href = (html: Html, selector: string, text: string) => html.named(selector, text).getAttribute('href');

describe('list', () => {
  const list = page('list');

  it('names columns and says how it is sorted', () => {
    expect(texts(list, 'thead th')).toContain('Supplier');
    expect(words(list.one('th[aria-sort="descending"]'))).toBe('Opened');
    expect(href(list, 'thead a', 'Amount')).toBe('/purchasing/requests?sort=amount');
  });

  it('shows a row as text, formatted, and leads to its record', () => {
    const row = list.all('tbody tr')[0];
    expect(words(row?.querySelector('th[scope="row"]') as never)).toBe('PR-2026-0248');
    expect(row?.querySelector('th a')?.getAttribute('href')).toBe('/purchasing/requests/id-248');
    expect(words(row?.querySelector('[data-label="Amount"]') as never)).toBe('€4,995.00');
    expect(words(row?.querySelector('[data-label="State"]') as never)).toBe('Waiting for approval');
    expect(row?.querySelector('time')?.getAttribute('datetime')).toBe('2026-10-28T00:15:00.000Z');
  });

  it('says what is not visible, and what is empty', () => {
    expect(texts(list, '[data-label="Amount"]')).toEqual(expect.arrayContaining(['not visible to you', '–']));
  });

  it('filters by a form that keeps the order', () => {
    const form = list.one('main form[role=search]');
    expect(form.getAttribute('action')).toBe('/purchasing/requests');
    expect(form.querySelector('[name="sort"]')?.getAttribute('value')).toBe('-openedAt');
    expect(form.querySelectorAll('[name="state"][checked]').map((box) => box.getAttribute('value'))).toEqual([
      'submitted',
      'approved',
    ]);
    expect(form.querySelectorAll('[name="amount.from"], [name="amount.until"], [name="q"]')).toHaveLength(3);
  });

  it('offers the next page, CSV, the board and a new record', () => {
    expect(href(list, 'a', 'Next')).toBe('/purchasing/requests?after=abc');
    expect(href(list, 'a', 'CSV for Excel')).toBe('/purchasing/requests.csv?csv=excel');
    expect(href(list, 'a', 'CSV for other programs')).toBe('/purchasing/requests.csv');
    expect(href(list, 'a', 'New request')).toBe('/purchasing/requests/new');
  });

  it('when empty, says what to do', () => {
    expect(texts(page('list-empty'), '.db-empty p')).toEqual([
      'Nothing here yet.',
      'Whoever needs something opens the first request.',
    ]);
    expect(href(page('list-nothing-found'), 'a', 'Clear search and filters')).toBe('/purchasing/requests');
  });

  it('when empty, offers what opens the first one once, and nothing to download', () => {
    expect(texts(page('list-empty'), 'a').filter((text) => /New request|CSV/.test(text))).toEqual([
      'New request',
    ]);
    expect(texts(page('list-nothing-found'), 'a').filter((text) => /CSV/.test(text))).toEqual([]);
  });
});

describe('board', () => {
  const board = page('board');

  it('has a column per state with its count and cards', () => {
    expect(texts(board, 'section h2')).toEqual([
      'Draft4',
      'Waiting for approval4',
      'Approved0',
      'Rejected2',
      'Paid100+',
    ]);
    const column = board.one('section[aria-labelledby="column-submitted"]');
    expect(words(column.querySelector('li') as never)).toContain('Microscope for the cell laboratory');
    expect(words(board.one('section[aria-labelledby="column-approved"] p'))).toBe('Nothing here.');
  });
});

describe('status', () => {
  it('says first what is wrong', () => {
    expect(texts(page('status'), '[role="alert"] li')).toEqual([
      'The keys file data/keys.sqlite is damaged. Restore it from a backup.',
    ]);
    expect(texts(page('status-away'), '[role="alert"] li')).toHaveLength(2);
  });
});

describe('record', () => {
  const record = page('record');

  it('shows the summary large above the other fields', () => {
    expect(texts(record, '.db-key-fields dd')).toEqual(['€4,995.00', 'Optik Brandt GmbH', '15 Dec 2026']);
  });

  it('adds up its lines where the document does', () => {
    expect(texts(record, '.db-lines tfoot :is(th, td)')).toEqual(['Total', '€4,995.00']);
    expect(texts(record, '[aria-labelledby="fields"] .db-lines tbody tr:nth-child(2) td')).toEqual([
      'Plan objective 40×',
      '2',
      '€412.50',
      '€825.00',
    ]);
  });

  it('folds empty fields away, and says how many they are', () => {
    expect(words(record.one('.db-empty-fields summary'))).toBe('1 empty field');
    expect(texts(record, '.db-empty-fields dt')).toEqual(['Order number']);
  });

  it('says where it stands', () => {
    expect(words(record.one('[aria-current="step"]'))).toBe('Waiting for approval');
    expect(words(record.one('h1'))).toBe('Microscope for the cell laboratory');
    expect(words(record.one('.db-kind'))).toBe('Request PR-2026-0248');
  });

  it('shows no steps where there is only one state', () => {
    const only = recordProps.states.slice(0, 1);
    expect(htmlOf(<RecordPage {...recordProps} states={only} />).all('.db-steps')).toEqual([]);
    expect(record.all('.db-steps')).toHaveLength(1);
  });

  it('posts an action at once with the version that was seen', () => {
    const form = record.one('form[action$="/actions/withdraw"]');
    expect(
      form
        .querySelectorAll('input')
        .map((input) => [input.getAttribute('name'), input.getAttribute('value')]),
    ).toEqual([
      ['commandId', 'command-withdraw'],
      ['seen', '7'],
    ]);
    expect(words(form)).toBe('Withdraw');
  });

  it('links to the page that asks, where an action asks', () => {
    expect(href(record, 'a', 'Send back…')).toBe('/purchasing/requests/id-248/actions/sendBack');
  });

  it('says in one sentence where it stands and what is next, with links to fields', () => {
    expect(texts(record, '.db-next-step')).toEqual([
      '1 of 2 approvals are given: waiting for Thomas Okafor or Ana Sousa.',
    ]);
    const draft = page('record-draft');
    expect(texts(draft, '.db-next-step')).toEqual([
      'Draft. Next: “Submit”. Still to do: choose a supplier · add at least one line with a price',
    ]);
    expect(href(draft, '.db-next-step a', 'choose a supplier')).toBe(
      '/purchasing/requests/id-248/edit#f-supplier',
    );
  });

  it('sets exits apart, and folds away actions of other states with why not', () => {
    expect(texts(record, '.db-exits .db-exit')).toEqual(['Withdraw']);
    expect(words(record.one('.db-other-actions > summary'))).toBe('1 other action');
    expect(texts(record, '.db-other-actions .db-refused')).toEqual(['Pay']);
  });

  it('puts forward what leads on, and never what ends it', () => {
    const primary = (name: string) => texts(page(name), '.db-heading .btn-primary, .db-actions .btn-primary');
    expect(primary('record')).toEqual([]);
    expect(primary('record-draft')).toEqual(['Edit']);
  });

  it('says the same reasons once', () => {
    const refused = record.all('.db-actions .db-why-not').map(words);
    expect(refused.filter((text) => text.includes('You may not approve here yourself'))).toHaveLength(1);
    expect(refused[0]).toMatch(/^Approve, Reject/);
  });

  it('says why an action is refused, what to do, and which line says so', () => {
    const refused = record.all('.db-why-not').find((each) => words(each).startsWith('Approve'));
    expect(words(refused as never)).toContain(
      'You may not approve here yourself. Somebody else has to do it',
    );
    expect(refused?.querySelector('a')?.getAttribute('href')).toBe('/purchasing/specification#line-71');
    expect(record.all('button').map(words)).not.toContain('Approve');
    expect(words(record.all('.db-why-not')[0] as never)).toMatch(/^Edit/);
  });

  it('shows hidden, erased and empty fields as that, tables whole and lines of text as lines', () => {
    const fields = Object.fromEntries(
      record
        .all(':is(.db-key-fields, .db-fields) > div')
        .map((div) => [words(div.querySelector('dt') as never), div.querySelector('dd')]),
    );
    expect(words(fields['IBAN'] as never)).toBe('not visible to you');
    expect(words(fields['Contact'] as never)).toBe('erased');
    expect(words(fields['Order number'] as never)).toBe('–');
    expect(fields['Lines']?.querySelectorAll('tbody tr')).toHaveLength(3);
    expect(fields['What it is for']?.textContent).toContain('port.\nStudents');
    expect(fields['Supplier']?.querySelector('a')?.getAttribute('href')).toBe(
      '/purchasing/suppliers/id-supplier',
    );
  });

  it('tells its history in words with differences', () => {
    const changed = words(record.one('#event-4105'));
    expect(changed).toContain('Mira Kaya changed');
    expect(changed).toContain('Amount€4,715.00 to €4,995.00');
    expect(changed).toContain('IBANnot visible to you');
    expect(words(record.one('#event-4107'))).toMatch(
      /Jonas Weber: Send back Waiting for approval to Draft.*Reason Please ask/,
    );
    expect(words(record.one('#event-4102'))).toContain('Recorded 18 Nov 2026, 12:30');
  });

  it('takes comments and assignments', () => {
    expect(record.one('form[action$="/comment"] textarea').getAttribute('name')).toBe('text');
    expect(record.one('form[action$="/assign"] option[selected]').getAttribute('value')).toBe('id-jonas');
    expect(record.one('form[action$="/assign"] [name="seen"]').getAttribute('value')).toBe('7');
  });

  it('is listened to for changes by others', () => {
    expect(record.one('[data-live]').getAttribute('data-live')).toBe('/purchasing/requests/id-248/live');
  });

  it('at its end says so, and shows a refused comment with its error', () => {
    const finished = page('record-finished');
    expect(words(finished.one('.db-actions'))).toContain('“Paid” is where it ends.');
    expect(words(finished.one('#f-text-errors'))).toBe('The comment is empty.');
  });
});

describe('form', () => {
  const form = page('form');

  it('leads from the summary to the fields and to the specification', () => {
    const summary = form.one('[role="alert"]');
    expect(words(summary.querySelector('h2') as never)).toBe('3 things to fix before saving');
    expect(summary.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual([
      '#f-department',
      '#f-lines',
      '#f-lines.1.price',
      '/purchasing/specification#line-92',
    ]);
    expect(summary.hasAttribute('autofocus')).toBe(true);
  });

  it('says the error at the field, for eyes and ears', () => {
    const input = form.one('[name="department"]');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(words(form.one(`[id="${input.getAttribute('aria-describedby')}"]`))).toBe('Choose department');
  });

  it('keeps everything that was typed, right or wrong', () => {
    expect(form.one('[name="title"]').getAttribute('value')).toBe('Microscope for the cell laboratory');
    expect(form.one('[name="lines.1.price"]').getAttribute('value')).toBe('412,5');
    expect(form.one('[name="why"]').textContent).toContain('Students queue');
    expect(form.one('[name="supplier"] [selected]').getAttribute('value')).toBe('Optik Brandt GmbH');
  });

  it('sends an unticked box as false', () => {
    const boxes = form.all('[name="urgent"]');
    expect(boxes.map((box) => [box.getAttribute('type'), box.getAttribute('value')])).toEqual([
      ['hidden', 'false'],
      ['checkbox', 'true'],
    ]);
  });

  it('shows computed and hidden fields without an input', () => {
    expect(form.all('[name="amount"], [name="costCentre"]')).toEqual([]);
    expect(words(form.one('[id="f-amount"]'))).toBe('Amount4715.00 EUR Computed from the lines.');
    expect(words(form.one('[id="f-costCentre"]'))).toContain('not visible to you');
  });

  it('has rows that work without script, and a button for more', () => {
    expect(form.all('[name^="lines."]')).toHaveLength(9);
    expect(form.one('[name="lines.2.item"]').getAttribute('aria-label')).toBe('Item, row 3');
    expect(form.one('button[value^="add "]').getAttribute('value')).toBe('add lines');
  });

  it('saves on Enter rather than adding rows', () => {
    expect(words(form.all('main form button')[0] as never)).toBe('Open request');
  });

  it('lets people choose where two changed the same field, and posts what was typed again', () => {
    const conflict = page('form-conflict');
    const choices = conflict.all('[name="choose.limit"]');
    expect(choices.map((choice) => choice.getAttribute('value'))).toEqual(['theirs', 'yours']);
    expect(words(conflict.one('[id="f-limit"]'))).toContain('It was €5,000.00');
    const kept = conflict.one('[name="limit"]');
    expect([kept.getAttribute('type'), kept.getAttribute('value')]).toEqual(['hidden', '5000.00']);
  });

  it('asks for a reason, and says that blanks are none', () => {
    const action = page('form-action');
    expect(action.one('[name="reason"]').getAttribute('aria-invalid')).toBe('true');
    expect(action.one('[role="alert"] a').getAttribute('href')).toBe('#f-reason');
  });
});

describe('timeline', () => {
  const timeline = page('timeline');

  it('says how many filters are set, where they are folded', () => {
    expect(texts(timeline, '.db-folded-filters > summary')).toEqual([
      expect.stringMatching(/^Filters \(\d\)$/),
    ]);
    expect(texts(page('timeline-empty'), '.db-folded-filters > summary')).toHaveLength(1);
  });

  it('groups what happened by day in the time zone of the reader', () => {
    expect(texts(timeline, '.db-day h2')).toEqual([
      'Friday, 20 November 2026',
      'Thursday, 19 November 2026',
      'Wednesday, 18 November 2026',
    ]);
  });

  it('says what each event is about and leads to it, to the application and to the event itself', () => {
    const event = timeline.one('#event-4105');
    expect(event.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual([
      '/-/people/Mira Kaya',
      '/purchasing/requests/id-248',
      '/purchasing',
      '/-/events/4105',
    ]);
  });

  it('filters by application, person, kind, time, record and words', () => {
    const names = timeline.all('main form [name]').map((input) => input.getAttribute('name'));
    expect(names).toEqual([
      'q',
      'person',
      'type',
      'application',
      'record',
      'month',
      'from',
      'until',
      'activity',
      'field',
      'value',
      'as',
      'program',
      'within',
      'time.from',
      'time.until',
      'recorded.from',
      'recorded.until',
      'position.from',
      'position.until',
      'order',
    ]);
  });

  it('folds the filters that are seldom used where none of them is set', () => {
    expect(timeline.one('.db-more-filters').hasAttribute('open')).toBe(false);
    const others = timeline.all('.db-more-filters [name]').map((input) => input.getAttribute('name'));
    expect(others).not.toContain('person');
    expect(others).toContain('activity');
  });

  it('gives the folded filters an id, by which they stay open when results are replaced', () => {
    expect(timeline.one('.db-more-filters').getAttribute('id')).toBe('more-filters');
  });

  it('says what is shown, how much, and removes each filter by a link', () => {
    expect(words(timeline.one('.db-below'))).toContain('in “Purchase requests”');
    expect(words(timeline.one('.db-active-filters [role="status"]'))).toBe('More than 1,000 events');
    expect(href(timeline, '.db-chip', 'Happened: until 20 Nov 2026')).toBe(
      '/-/timeline?application=purchasing',
    );
  });

  it('says what it did not understand, and that no events are shown', () => {
    const empty = page('timeline-empty');
    expect(words(empty.one('[role="alert"]'))).toContain('has to be a day');
    expect(words(empty.one('.db-empty-title'))).toBe('No events are shown');
  });
});

describe('event', () => {
  it('shows the event as it is stored, its cause and its neighbours', () => {
    const event = page('event');
    expect(JSON.parse(event.one('pre').textContent)).toHaveProperty('type', 'record.action-taken');
    expect(href(event, 'a', 'Event before')).toBe('/-/events/4106');
    expect(href(event, 'dd a', '0199aa00-0000-7000-8000-00000000e106')).toBe('/-/events/4106');
  });
});

describe('specification', () => {
  const specification = page('specification');

  it('has nine sections, and says which are not shown', () => {
    expect(specification.all('section h2[id^="section-"]')).toHaveLength(9);
    expect(words(specification.one('section[aria-labelledby="section-7"]'))).toBe(
      '7 The calls it makesnot shown',
    );
    expect(texts(page('specification-blank'), '.db-spec-section p')).toEqual(Array(9).fill('not shown'));
  });

  it('gives every line of the rules an address', () => {
    expect(words(specification.one('#line-77'))).toContain('approve: { from: submitted');
    expect(words(specification.one('#line-90'))).toContain('R1:');
  });

  it('lists what is declared but runs later, with its line', () => {
    expect(texts(specification, '.db-later-list li')).toEqual([
      'uploads to Request.quote; until then nothing can be uploaded §4, line 77',
      'timer remind of Request §4, line 73',
    ]);
  });

  it('of a blank document invites to publish the next version', () => {
    expect(words(page('specification-blank').one('[role="note"]'))).toContain('publish the next version');
  });
});

describe('publish', () => {
  it('prints problems as compilers do, linked to the lines', () => {
    const publish = page('publish');
    expect(texts(publish, '.db-problems li')[0]).toBe(
      '12:56 no field amout in Request ; did you mean amount?'.replace(' ;', ';'),
    );
    expect(words(publish.one('#line-12'))).toContain('amout');
    expect(publish.one('[name="text"]').textContent).toContain('# Specification: purchase requests');
  });
});

describe('people', () => {
  it('signing in keeps where one wanted to go; each example person is one post', () => {
    const signIn = page('sign-in');
    expect(signIn.one('form[action="/-/sign-in"] [name="next"]').getAttribute('value')).toBe('/purchasing');
    expect(signIn.all('form[action="/-/sign-in/demo"]')).toHaveLength(5);
    expect(signIn.all('[name="person"]')[1]?.getAttribute('value')).toBe('demo-jonas');
    expect(words(page('sign-in-failed').one('[role="alert"]'))).toContain(
      'Sign-in name or password is wrong',
    );
    expect(page('sign-in-failed').one('[name="name"]').getAttribute('value')).toBe('ada');
  });

  it('roles are boxes; what everybody has is ticked and fixed', () => {
    const person = page('person');
    expect(person.all('[name^="role."][checked]').map((box) => box.getAttribute('name'))).toEqual([
      'role.-.auditor',
      'role.purchasing.requester',
      'role.purchasing.budgetHolder',
    ]);
    expect(person.one('[name="role.purchasing.requester"]').hasAttribute('disabled')).toBe(true);
  });

  it('a person’s roles are told first, each leading to where it is given', () => {
    const person = page('person');
    expect(words(person.one('p.db-dotted'))).toBe(
      'Auditor (Whole installation)Budget holder (Purchase requests)',
    );
    const links = person.all('p.db-dotted a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['#roles--', '#roles-purchasing']);
    for (const href of links) expect(person.all(`[id="${href!.slice(1)}"] [name^="role."]`)).not.toEqual([]);
    expect(person.one('#roles-purchasing legend a').getAttribute('href')).toBe(
      '/purchasing/specification#section-6',
    );
  });

  it('the one-time link of a person is followed by where to give them roles', () => {
    const link = page('link')
      .all('.card a')
      .map((each) => each.getAttribute('href'));
    expect(link).toEqual(['/-/people/id-jonas#roles']);
  });

  it('an erased person has neither name nor forms', () => {
    const erased = page('person-erased');
    expect(words(erased.one('h1'))).toBe('Erased person');
    expect(erased.all('main form')).toEqual([]);
  });

  it('registering says what is wrong with the password and does not send it back', () => {
    const register = page('register');
    expect(words(register.one('#f-password-errors'))).toContain('too short');
    expect(register.one('[name="password"]').hasAttribute('value')).toBe(false);
    expect(register.one('[role="alert"] a').getAttribute('href')).toBe('#f-password');
  });
});

describe('errors and status', () => {
  it('lets a person sign in beside what they typed, before they send it again', () => {
    const main = page('error-signed-out').one('main');
    const signIn = main.querySelector('a[target="_blank"]');
    expect(signIn?.getAttribute('href')).toBe('/-/sign-in');
    expect(words(main)).toMatch(/Sign in in a new tab.*then come back here.*What you typed.*Send it again/i);
    expect(main.querySelectorAll('.btn-primary').map(words)).toEqual(['Sign in in a new tab']);
  });

  it('an error says what, why, where to go and what to quote', () => {
    expect(words(page('error').one('.db-error'))).toMatch(
      /^403You may not do thatYou may not approve here yourself\. Somebody else has to do it/,
    );
    expect(href(page('error-not-found'), 'main a', 'Applications')).toBe('/');
    expect(words(page('error-internal').one('.db-correlation code'))).toMatch(/c0de$/);
  });

  it('a failed read model says which event it failed at, in words', () => {
    const row = page('status').all('tbody tr')[3];
    expect(words(row as never)).toContain('failed At position 40912');
  });

  it('says in percent of the log how far behind a read model is: nobody knows how many events that are', () => {
    const rows = page('status').all('tbody tr');
    expect(words(rows[0] as never)).toContain('up to date');
    expect(words(rows[3] as never)).toContain('0.8 % of the log');
  });
});
