// | marks the column, → precedes message and remedy.
import { describe, expect, it } from '@jest/globals';
import type { SectionNumber } from '#specification/model/specification.js';
import { checkDocument } from '#specification/check-document.js';
import { documentOf, problemsIn } from './documents.js';

type Yaml = Partial<Record<SectionNumber, string>>;
type Case = readonly [what: string, yaml: Yaml, problems: readonly string[]];

const request = (fields: string) => `entities:\n  Request:\n    fields:\n${fields.replace(/^/gm, '      ')}`;
const REQUEST = request('title: text\namount: money\nowner: user\niban: { type: text, personal: owner }');
const DATED = request(
  'title: text\ndue: date\nat: dateTime\nborn: { type: date, personal: owner }\nowner: user\nrows: { type: table, fields: { a: text } }',
);
const STATES = 'lifecycles:\n  Request:\n    states: [draft, sent, done]\n';
const PEOPLES = `${STATES}    actions: { sign: { from: draft, to: sent, sign: I do }, agree: { from: sent, to: done, approvals: 2 } }`;
const ACTIONS =
  '    actions:\n      send: { from: draft, to: sent }\n      close: { from: sent, to: done }\n';

const keys: readonly Case[] = [
  ['an unknown key', { 1: 'nmae: X' }, ['|nmae: X → no key `nmae` in this section → did you mean `name`?']],
  [
    'a key that belongs to another section',
    { 1: 'entities: {}' },
    [
      '|entities: {} → no key `entities` in this section → it belongs under `## 3. Entities and their fields`',
    ],
  ],
  [
    'a key that stands by itself, inside of another one',
    { 9: 'limits: { calendar: { days: [mon] } }' },
    [
      'limits: { |calendar: { days: [mon] } } → no key `calendar` in `limits` → it stands by itself under `## 9. Business constants and limits`',
    ],
  ],
  [
    'an unknown option of a field',
    { 3: request('title: { type: text, requierd: true }') },
    [
      'title: { type: text, |requierd: true } → no key `requierd` in `entities.Request.fields.title` → did you mean `required`?',
    ],
  ],
  [
    'an unknown type',
    { 3: request('title: txt\nnote: { type: txet }') },
    [
      'title: |txt → `fields.title` cannot be `txt` → did you mean `text`?',
      'note: { type: |txet } → `note.type` cannot be `txet` → did you mean `text`?',
    ],
  ],
  [
    'a missing type',
    { 3: request('title: { required: true }') },
    [
      '|title: { required: true } → `type` is missing in `entities.Request.fields.title` → write one of: `text`, `integer`, `decimal`, `money`, `boolean`, `date`, `dateTime`, `choice`, `reference`, `user`, `table`, `file`, `files`',
    ],
  ],
  [
    'a value of the wrong kind',
    { 3: request('title: { type: text, required: yes }') },
    ['title: { type: text, required: |yes } → `title.required` is the text `yes` → write true or false'],
  ],
  [
    'a map where a list belongs',
    { 2: 'screens: [a]', 3: REQUEST },
    ['screens: |[a] → `screens` is a list → write a map of `name: value`'],
  ],
  [
    'a name that cannot be one',
    { 3: 'entities: { request: {} }' },
    [
      'entities: { |request: {} } → `request` cannot be a name here → an entity is named like `PurchaseRequest`: letters and digits, a capital first',
    ],
  ],
  [
    'a key that stands twice',
    { 1: 'name: A\nname: B' },
    ['|name: B → `name` stands here twice → the first is in line 4: keep one'],
  ],
  [
    'nothing but text',
    { 1: 'hello' },
    ['|hello → a yaml block of a specification is made of `name: value` lines'],
  ],
];

const product: readonly Case[] = [
  [
    'a currency nobody has',
    { 1: 'currency: EUX' },
    ['currency: |EUX → there is no currency `EUX` → did you mean `EUR`?'],
  ],
  [
    'a time zone nobody has',
    { 1: 'timeZone: Europe/Berln' },
    ['timeZone: |Europe/Berln → there is no time zone `Europe/Berln` → did you mean `Europe/Berlin`?'],
  ],
  [
    'a language nobody speaks',
    { 1: 'locale: e' },
    ['locale: |e → there is no language `e` → write it like `en`, `de` or `pt-BR`'],
  ],
  [
    'a key with capitals',
    { 1: 'key: My App' },
    [
      'key: |My App → `key` cannot be `My App` → a key is made of small letters, digits and `-`, a letter first',
    ],
  ],
];

const ID = '01930000-0000-7000-8000-000000000001';

const screens: readonly Case[] = [
  [
    'a route that is none',
    { 2: 'screens: { requests: { list: Request } }', 3: REQUEST },
    [
      'screens: { |requests: { list: Request } } → `requests` cannot be a name here → a route is written like `/requests/board`: small letters, digits and `-` between slashes',
    ],
  ],
  [
    'a screen of no entity',
    { 2: 'screens: { /requests: { list: Reqest } }', 3: REQUEST },
    ['screens: { /requests: { list: |Reqest } } → no entity `Reqest` → did you mean `Request`?'],
  ],
  [
    'a column of no field',
    { 2: 'screens: { /requests: { list: Request, columns: [number, titel] } }', 3: REQUEST },
    [
      'screens: { /requests: { list: Request, columns: [number, |titel] } } → no field `titel` in Request → did you mean `title`?',
    ],
  ],
  [
    'a personal filter and sorting',
    { 2: 'screens: { /requests: { list: Request, filters: [iban], sort: -iban } }', 3: REQUEST },
    [
      'screens: { /requests: { list: Request, filters: [|iban], sort: -iban } } → `iban` is personal: it is encrypted, and cannot be filtered by → use another field here',
      'screens: { /requests: { list: Request, filters: [iban], sort: |-iban } } → `iban` is personal: it is encrypted, and cannot be sorted by → use another field here',
    ],
  ],
  [
    'a personal field in `where`',
    { 2: `screens: { /requests: { list: Request, where: "record.iban == 'x'" } }`, 3: REQUEST },
    [
      `screens: { /requests: { list: Request, where: |"record.iban == 'x'" } } → \`iban\` is personal: a list is filtered before anything personal is opened → leave it out, or leave out its \`personal\``,
    ],
  ],
  [
    'a screen that is nothing',
    { 2: 'screens: { /requests: { title: X } }', 3: REQUEST },
    [
      'screens: { |/requests: { title: X } } → it is not stated what this screen is → write `list: Request`, or `board`, `report`, `calendar`, `dashboard`, `form` or `detail`',
    ],
  ],
  [
    'a screen that is two things',
    { 2: 'screens: { /requests: { list: Request, board: Request } }', 3: REQUEST },
    [
      'screens: { |/requests: { list: Request, board: Request } } → this screen is list and board at once → give each a route of its own',
    ],
  ],
  [
    'an option of another kind of screen',
    { 2: 'screens: { /requests: { list: Request, card: [title] } }', 3: REQUEST },
    [
      'screens: { /requests: { list: Request, |card: [title] } } → `card` means nothing on a list → it belongs to: board',
    ],
  ],
  [
    'a role nobody holds',
    { 2: 'screens: { /requests: { list: Request, roles: [boss] } }', 3: REQUEST, 6: 'roles: [bosses]' },
    ['screens: { /requests: { list: Request, roles: [|boss] } } → no role `boss` → did you mean `bosses`?'],
  ],
  [
    'a form elsewhere',
    { 2: 'screens: { /r: { list: Request }, /open: { form: Request } }', 3: REQUEST },
    [
      'screens: { /r: { list: Request }, |/open: { form: Request } } → the form of Request has the route `/r/new` → write `/r/new`',
    ],
  ],
  [
    'a screen at an address of a record',
    { 2: `screens: { /r: { list: Request }, /r/${ID}: { list: Request } }`, 3: REQUEST },
    [
      `screens: { /r: { list: Request }, |/r/${ID}: { list: Request } } → \`/r/${ID}\` cannot be a name here → a record could have this address: write no UUID into a route`,
    ],
  ],
  [
    'another screen where the form belongs',
    { 2: 'screens: { /r: { list: Request }, /r/new: { list: Request } }', 3: REQUEST },
    [
      'screens: { /r: { list: Request }, |/r/new: { list: Request } } → the route `/r/new` is that of the form of Request → give this screen another route',
    ],
  ],
  [
    'a route that stands twice',
    { 2: 'screens:\n  /r: { list: Request }\n  /r: { board: Request }', 3: REQUEST },
    ['|/r: { board: Request } → `/r` stands here twice → the first is in line 7: keep one'],
  ],
  [
    'a report of no number',
    { 2: 'screens: { /r: { report: Request, measure: sum(title) } }', 3: REQUEST },
    ['screens: { /r: { report: Request, measure: sum(|title) } } → `title` is no number → known: `amount`'],
  ],
  [
    'a report of nothing',
    { 2: 'screens: { /r: { report: Request, measure: total } }', 3: REQUEST },
    [
      "screens: { /r: { report: Request, measure: |total } } → `total` is no measure → write `count`, or `sum(amount)`, `average(…)`, `median(…)`, `p90(…)`, `min(…)` or `max(…)`, of a number or of `timeIn('state')`",
    ],
  ],
  [
    'a report of the time in a state that there is not',
    { 2: 'screens: { /r: { report: Request, measure: "median(timeIn(\'opne\'))" } }', 3: REQUEST },
    [
      'screens: { /r: { report: Request, measure: "median(timeIn(\'|opne\'))" } } → no state `opne` in Request → did you mean `open`?',
    ],
  ],
  [
    'a calendar of nothing',
    { 2: 'screens: { /c: { calendar: Request } }', 3: DATED },
    ['screens: { |/c: { calendar: Request } } → it is not stated when a record begins → write `from: due`'],
  ],
  [
    'a calendar by what is no date, or is sealed',
    { 2: 'screens: { /c: { calendar: Request, from: title, until: born } }', 3: DATED },
    [
      'screens: { /c: { calendar: Request, from: |title, until: born } } → `title` is no date → known: `due`, `at`, `openedAt`, `changedAt`',
      'screens: { /c: { calendar: Request, from: title, until: |born } } → `born` is personal: it is encrypted, and no calendar can use it → known: `due`, `at`, `openedAt`, `changedAt`',
    ],
  ],
  [
    'a calendar from a day until a moment',
    { 2: 'screens: { /c: { calendar: Request, from: due, until: at } }', 3: DATED },
    [
      'screens: { /c: { calendar: Request, from: due, until: |at } } → `due` is a date, `at` a moment → let both be dates, or both be moments',
    ],
  ],
  [
    'a calendar called by nothing that is there, or by rows',
    {
      2: 'screens:\n  /c: { calendar: Request, from: due, label: titel }\n  /d: { calendar: Request, from: due, label: rows }',
      3: DATED,
    },
    [
      '/c: { calendar: Request, from: due, label: |titel } → no field `titel` in Request → did you mean `title`?',
      '/d: { calendar: Request, from: due, label: |rows } → a record cannot be called by the table `rows` → use a field with one value',
    ],
  ],
  [
    'an option of a calendar on a list',
    { 2: 'screens: { /requests: { list: Request, from: title } }', 3: REQUEST },
    [
      'screens: { /requests: { list: Request, |from: title } } → `from` means nothing on a list → it belongs to: calendar',
    ],
  ],
  [
    'a dashboard without tiles',
    { 2: 'screens: { /over: { dashboard: { tiles: [] } } }', 3: REQUEST },
    [
      'screens: { /over: { dashboard: { tiles: |[] } } } → this dashboard has no tile → write `- count: /requests`',
    ],
  ],
  [
    'tiles of nothing, of two things and of screens there are not',
    {
      2: 'screens:\n  /over:\n    dashboard:\n      tiles:\n        - title: X\n        - { count: /requests, list: /requests }\n        - count: /reqests\n        - list: /requests/board\n        - report: /requests/new',
      3: REQUEST,
      4: STATES + ACTIONS,
    },
    [
      '- |title: X → it is not stated what this tile shows → write `count: /requests`, or `list` or `report`',
      '- |{ count: /requests, list: /requests } → this tile is count and list at once → write `count: /requests`, or `list` or `report`',
      '- count: |/reqests → no screen `/reqests` → did you mean `/requests`?',
      '- list: |/requests/board → `/requests/board` is a board → write `count: /requests/board`',
      '- report: |/requests/new → `/requests/new` is a form → tiles show lists, boards and reports',
    ],
  ],
  [
    'a dashboard where a form is',
    { 2: 'screens: { /requests/new: { dashboard: { tiles: [{ count: /requests }] } } }', 3: REQUEST },
    [
      'screens: { |/requests/new: { dashboard: { tiles: [{ count: /requests }] } } } → the route `/requests/new` is that of the form of Request → give this screen another route',
    ],
  ],
  [
    'an option of lists on a dashboard, for a role that is not',
    {
      2: 'screens: { /over: { dashboard: { tiles: [{ count: /requests }] }, sort: title, roles: [bos] } }',
      3: REQUEST,
      6: 'roles: [boss]',
    },
    [
      'screens: { /over: { dashboard: { tiles: [{ count: /requests }] }, |sort: title, roles: [bos] } } → `sort` means nothing on a dashboard → it belongs to: list, board',
      'screens: { /over: { dashboard: { tiles: [{ count: /requests }] }, sort: title, roles: [|bos] } } → no role `bos` → did you mean `boss`?',
    ],
  ],
];

const starts: readonly Case[] = [
  [
    'a beginning that is no screen',
    { 3: REQUEST, 6: 'roles: { boss: { start: /reqests } }' },
    ['roles: { boss: { start: |/reqests } } → no screen `/reqests` → did you mean `/requests`?'],
  ],
  [
    'a beginning at one record, which nobody has chosen',
    { 3: REQUEST, 6: 'roles: { boss: { start: "/requests/{id}" } }' },
    [
      'roles: { boss: { start: |"/requests/{id}" } } → no screen `/requests/{id}` → did you mean `/requests/new`?',
    ],
  ],
  [
    'a beginning for others',
    {
      2: 'screens: { /waiting: { list: Request, roles: [boss] } }',
      3: REQUEST,
      6: 'roles: { boss: {}, clerk: { start: /waiting } }',
    },
    [
      'roles: { boss: {}, clerk: { start: |/waiting } } → `/waiting` is not for the role `clerk` → add `clerk` to the roles of `/waiting`, or let it begin somewhere else',
    ],
  ],
  [
    'a beginning that nobody reaches',
    {
      3: REQUEST,
      6: 'roles:\n  staff: { everyone: true, start: /requests }\n  boss: { start: /requests/new }',
    },
    [
      'boss: { start: |/requests/new } → nobody begins here: everybody is `staff`, which stands before `boss` → write `boss` before `staff`',
    ],
  ],
];

const fields: readonly Case[] = [
  [
    'a name every record has',
    { 3: request('state: text') },
    ['|state: text → `state` is a name every record has already → call the field something else'],
  ],
  [
    'a name every object has',
    { 3: request('constructor: text') },
    ['|constructor: text → `constructor` is a name every record has already → call the field something else'],
  ],
  [
    'an option of another type',
    { 3: request('title: { type: text, places: 2 }') },
    [
      'title: { type: text, |places: 2 } → `places` means nothing in a field of type text → it belongs to: decimal',
    ],
  ],
  [
    'a choice without choices',
    { 3: request('kind: choice') },
    ['|kind: choice → the choice `kind` has no `of` → write the choices: `of: [Research, Sales]`'],
  ],
  [
    'a choice that stands twice',
    { 3: request('kind: { type: choice, of: [a, b, a] }') },
    ['kind: { type: choice, of: [a, b, |a] } → the choice `a` stands here twice → leave it out once'],
  ],
  [
    'a reference to nothing',
    { 3: request('supplier: { type: reference, to: Suplier }') + '\n  Supplier: {}' },
    ['supplier: { type: reference, to: |Suplier } → no entity `Suplier` → did you mean `Supplier`?'],
  ],
  [
    'personal data of nobody',
    { 3: request('requestedBy: user\niban: { type: text, personal: requestdBy }') },
    [
      'iban: { type: text, personal: |requestdBy } → no user field `requestdBy` in Request → did you mean `requestedBy`?',
    ],
  ],
  [
    'a summary with an unknown field, one that stands there twice, and one that holds rows',
    {
      3: 'entities: { Request: { summary: [titel, rows, amount, amount], fields: { title: text, amount: money, rows: { type: table, fields: { a: text } } } } }',
    },
    [
      'entities: { Request: { summary: [|titel, rows, amount, amount], fields: { title: text, amount: money, rows: { type: table, fields: { a: text } } } } } → no field `titel` in Request → did you mean `title`?',
      'entities: { Request: { summary: [titel, |rows, amount, amount], fields: { title: text, amount: money, rows: { type: table, fields: { a: text } } } } } → a table cannot stand in a summary → use another field',
      'entities: { Request: { summary: [titel, rows, amount, |amount], fields: { title: text, amount: money, rows: { type: table, fields: { a: text } } } } } → `amount` stands here twice → leave it out once',
    ],
  ],
  [
    'a summary of more than six fields',
    {
      3: 'entities: { A: { summary: [a, b, c, d, e, f, g], fields: { a: text, b: text, c: text, d: text, e: text, f: text, g: text } } }',
    },
    [
      'entities: { A: { summary: [a, b, c, d, e, f, |g], fields: { a: text, b: text, c: text, d: text, e: text, f: text, g: text } } } → a summary has at most 6 fields → leave out what matters least',
    ],
  ],
  [
    'personal and unique',
    { 3: request('owner: user\niban: { type: text, personal: owner, unique: true }') },
    [
      'iban: { type: text, personal: owner, |unique: true } → a personal field cannot be unique: what claims the value would outlive the erasure of the person → leave out `unique`, or `personal`',
    ],
  ],
  [
    'a computed field that shows what is personal',
    {
      3: request(
        'owner: user\niban: { type: text, personal: owner }\nshown: { type: text, computed: "record.iban + \'\'" }',
      ),
    },
    [
      'shown: { type: text, computed: |"record.iban + \'\'" } → `iban` is personal: what is computed from it would show it → leave it out, or leave out its `personal`',
    ],
  ],
  [
    'a computed field of another type',
    { 3: request('amount: money\nnote: { type: text, computed: record.amount }') },
    ['note: { type: text, computed: |record.amount } → this gives money in EUR, not text'],
  ],
  [
    'fields computed in a circle',
    {
      3: request(
        'a: { type: integer, computed: record.b + 1 }\nb: { type: integer, computed: record.c }\nc: { type: integer, computed: record.b + record.d }\nd: { type: integer, computed: "2" }',
      ),
    },
    [
      'b: { type: integer, computed: |record.c } → `b` is computed from itself in the end → compute it from fields that do not need it',
      'c: { type: integer, computed: |record.b + record.d } → `c` is computed from itself in the end → compute it from fields that do not need it',
    ],
  ],
  [
    'a table in a table',
    { 3: request('lines: { type: table, fields: { more: { type: table } } }') },
    [
      'lines: { type: table, fields: { |more: { type: table } } } → the table `more` has no `fields` → write its columns: `fields: { item: { type: text } }`',
      'lines: { type: table, fields: { more: { |type: table } } } → a column cannot be a table or a file → use a field of the record',
    ],
  ],
  [
    'a pattern that is none',
    { 3: request("code: { type: text, pattern: '[A-' }") },
    [
      "code: { type: text, pattern: |'[A-' } → `[A-` is no regular expression → write it like `[A-Z]{2}[0-9]+`",
    ],
  ],
  [
    'a pattern that looks back',
    { 3: request("code: { type: text, pattern: '(a)\\1' }") },
    [
      "code: { type: text, pattern: |'(a)\\1' } → the pattern looks around or back → write it without `(?=…)`, `(?!…)`, `(?<…)` and `\\1`",
    ],
  ],
  [
    'bounds the wrong way round',
    { 3: request('n: { type: integer, min: 5, max: 3 }') },
    ['n: { type: integer, min: |5, max: 3 } → `min` is larger than `max` → exchange the two'],
  ],
  [
    'bounds finer than the field',
    { 3: request('n: { type: money, min: 0.005 }') },
    ['n: { type: money, min: |0.005 } → `0.005` has more than 2 digits after the point → round it'],
  ],
  [
    'a default that is no choice',
    { 3: request('kind: { type: choice, of: [low, high], default: hihg }') },
    [
      'kind: { type: choice, of: [low, high], default: |hihg } → `hihg` is none of the choices → did you mean `high`?',
    ],
  ],
  [
    'a default without quotes',
    { 3: request('town: { type: text, default: Berlin }') },
    [
      `town: { type: text, default: |Berlin } → \`Berlin\` is read as an expression → write text in quotes of its own: "'Berlin'"`,
    ],
  ],
  [
    'a number without a sequence',
    { 3: 'entities:\n  Request:\n    number: "PR-{year}"' },
    ['number: |"PR-{year}" → the number has no `{seq}` → write it like `PR-{year}-{seq:4}`'],
  ],
  [
    'a number with something else in it',
    { 3: 'entities:\n  Request:\n    number: "PR-{month}-{seq}"' },
    [
      'number: |"PR-{month}-{seq}" → only `{year}`, `{seq}` and `{seq:4}` can stand in a number → write it like `PR-{year}-{seq:4}`',
    ],
  ],
  [
    'a title of no field, and a personal one',
    {
      3: 'entities:\n  Request:\n    title: "{titel} {iban}"\n    fields: { title: text, owner: user, iban: { type: text, personal: owner } }',
    },
    [
      'title: "{|titel} {iban}" → no field `titel` to make a title of → did you mean `title`?',
      'title: "{titel} {|iban}" → `iban` is personal: everyone sees titles → use another field',
    ],
  ],
];

const lifecycles: readonly Case[] = [
  [
    'a lifecycle of no entity',
    { 3: REQUEST, 4: 'lifecycles: { Reqest: { states: [open] } }' },
    ['lifecycles: { |Reqest: { states: [open] } } → no entity `Reqest` → did you mean `Request`?'],
  ],
  [
    'a state nothing leads to',
    { 3: REQUEST, 4: `${STATES}    actions:\n      send: { from: draft, to: sent }` },
    [
      'states: [draft, sent, |done] → no action leads to the state `done` → add one with `to: done`, or leave the state out',
    ],
  ],
  [
    'states that are none',
    { 3: REQUEST, 4: `${STATES}${ACTIONS}      again: { from: sents, to: drfat }` },
    [
      'again: { from: |sents, to: drfat } → no state `sents` in Request → did you mean `sent`?',
      'again: { from: sents, to: |drfat } → no state `drfat` in Request → did you mean `draft`?',
    ],
  ],
  [
    'an initial state that is none',
    { 3: REQUEST, 4: `${STATES}    initial: drft\n${ACTIONS}` },
    [
      'states: [|draft, sent, done] → no action leads to the state `draft` → add one with `to: draft`, or leave the state out',
      'states: [draft, |sent, done] → no action leads to the state `sent` → add one with `to: sent`, or leave the state out',
      'states: [draft, sent, |done] → no action leads to the state `done` → add one with `to: done`, or leave the state out',
      'initial: |drft → no state `drft` in Request → did you mean `draft`?',
    ],
  ],
  [
    'an action by nobody',
    { 3: REQUEST, 4: `${STATES}${ACTIONS}      again: { from: sent, to: draft, by: [] }` },
    [
      'again: { from: sent, to: draft, |by: [] } → nobody may take the action `again` → name a role, or leave out `by`',
    ],
  ],
  [
    'an action by a role there is not',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}      again: { from: sent, to: draft, by: clrek }`,
      6: 'roles: [clerk]',
    },
    ['again: { from: sent, to: draft, by: |clrek } → no role `clrek` → did you mean `clerk`?'],
  ],
  [
    'an action from no state',
    { 3: REQUEST, 4: `${STATES}${ACTIONS}      again: { from: [], to: draft }` },
    [
      'again: { |from: [], to: draft } → the action `again` starts from no state → name a state, or write `*`',
    ],
  ],
  [
    'an action from a final state',
    {
      3: REQUEST,
      4: `lifecycles:\n  Request:\n    states: { draft: Draft, done: { final: true } }\n    actions:\n      close: { from: draft, to: done }\n      again: { from: done, to: draft }`,
    },
    [
      'again: { from: |done, to: draft } → the action `again` starts from a final state, where nothing is possible any more → leave the state out here, or leave out its `final: true`',
    ],
  ],
  [
    'a field asked for that is none',
    { 3: REQUEST, 4: `${STATES}${ACTIONS}      again: { from: sent, to: draft, ask: [titel] }` },
    ['again: { from: sent, to: draft, ask: [|titel] } → no field `titel` in Request → did you mean `title`?'],
  ],
  [
    'guards and people of the wrong type',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}      again: { from: sent, guard: record.amount, not: record.amount, approvals: "'2'" }`,
    },
    [
      'again: { from: sent, guard: |record.amount, not: record.amount, approvals: "\'2\'" } → this gives money in EUR, not true or false',
      'again: { from: sent, guard: record.amount, not: |record.amount, approvals: "\'2\'" } → this gives money in EUR, not a user',
      'again: { from: sent, guard: record.amount, not: record.amount, approvals: "|\'2\'" } → this gives text, not a whole number',
    ],
  ],
  [
    'approvals that nobody can give',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}      again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, 'head': 101% }, order: [staff, haed], pins: [titel] } }\n      none: { from: sent, approvals: -1 }`,
      6: 'roles: { staff: Staff, boss: Boss }',
    },
    [
      "again: { from: sent, by: staff, approvals: { of: { staff: |0, boss: 1, 'head': 101% }, order: [staff, haed], pins: [titel] } } → 0 people cannot approve → write 1 or more",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, |boss: 1, 'head': 101% }, order: [staff, haed], pins: [titel] } } → `boss` may not take this action → name it in `by`, or leave out `by`",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, |'head': 101% }, order: [staff, haed], pins: [titel] } } → no role `head` → known: `staff`, `boss`",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, 'head': |101% }, order: [staff, haed], pins: [titel] } } → 101% is no share → write 1% to 100%",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, 'head': 101% }, order: |[staff, haed], pins: [titel] } } → the order does not say when `boss` approves → name every role of the round once",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, 'head': 101% }, order: [staff, |haed], pins: [titel] } } → no role `haed` in this round → did you mean `head`?",
      "again: { from: sent, by: staff, approvals: { of: { staff: 0, boss: 1, 'head': 101% }, order: [staff, haed], pins: [|titel] } } → no field `titel` in Request → did you mean `title`?",
      'none: { from: sent, approvals: |-1 } → -1 people cannot approve → write 1 or more',
    ],
  ],
  [
    'a list of people kept out, one of whom is none',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}      again: { from: sent, not: [record.openedBy, record.amount] }`,
    },
    ['again: { from: sent, not: [record.openedBy, |record.amount] } → this gives money in EUR, not a user'],
  ],
  [
    'a timer for nothing',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}    timers:\n      a: { in: sent, after: 3 days }\n      b: { in: snet, after: P3D, call: c }`,
    },
    [
      '|a: { in: sent, after: 3 days } → the timer does nothing → give it a `call`, a `mail`, an `action` or an `assign`',
      'a: { in: sent, after: |3 days } → `a.after` cannot be `3 days` → a duration is written like `P3D` (three days), `P1M`, `P10Y` or `PT12H`',
      'b: { in: |snet, after: P3D, call: c } → no state `snet` in Request → did you mean `sent`?',
      'b: { in: snet, after: P3D, call: |c } → no call `c`',
    ],
  ],
  [
    'a timer that is due now, and one in no state',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}    timers:\n      a: { in: sent, at: now, assign: record.openedBy }\n      b: { in: sent, at: "now + days(1)", assign: record.openedBy }\n      c: { in: [], after: P3D, assign: record.openedBy }\n      d: { in: sent, at: today, assign: record.openedBy }\n      e: { in: sent, at: "'now' == 'it\\\\'s now' ? record.openedAt : record.openedAt", assign: record.openedBy }`,
    },
    [
      'a: { in: sent, at: |now, assign: record.openedBy } → `now` is another moment whenever somebody looks: the timer would never be due, or always → write `after: P1D`, or count from a field: `record.openedAt + days(1)`',
      'b: { in: sent, at: |"now + days(1)", assign: record.openedBy } → `now` is another moment whenever somebody looks: the timer would never be due, or always → write `after: P1D`, or count from a field: `record.openedAt + days(1)`',
      'c: { in: |[], after: P3D, assign: record.openedBy } → the timer runs in no state → name one or more',
    ],
  ],
];

const more: readonly Case[] = [
  [
    'a computed field that is asked for',
    {
      3: request('n: { type: integer, computed: "1" }'),
      4: 'lifecycles: { Request: { states: [open], actions: { act: { from: open, ask: n } } } }',
    },
    [
      'lifecycles: { Request: { states: [open], actions: { act: { from: open, ask: |n } } } } → `n` is computed, so no person can enter it → leave it out',
    ],
  ],
  [
    'a role that stands twice',
    { 6: 'roles: [clerk, boss, clerk]' },
    ['roles: [clerk, boss, |clerk] → `clerk` stands here twice → leave it out once'],
  ],
  [
    'a message that shows what is personal',
    { 3: REQUEST, 8: 'errors: { OOPS: { message: "Not {record.iban}" } }' },
    [
      'errors: { OOPS: { message: "Not {|record.iban}" } } → `iban` is personal: everyone who is refused would read it → leave it out',
    ],
  ],
];

const rules: readonly Case[] = [
  [
    'a rule of nothing',
    { 3: REQUEST, 5: 'rules: { R1: { on: Reqest, check: "true" } }' },
    ['rules: { R1: { on: |Reqest, check: "true" } } → no entity `Reqest` → did you mean `Request`?'],
  ],
  [
    'a rule with everything wrong',
    {
      3: REQUEST,
      5: 'rules: { R1: { on: Request, in: [opne], check: record.amout > 0, error: NOPE, fields: [titel] } }',
    },
    [
      'rules: { R1: { on: Request, in: [|opne], check: record.amout > 0, error: NOPE, fields: [titel] } } → no state `opne` in Request → did you mean `open`?',
      'rules: { R1: { on: Request, in: [opne], check: record.|amout > 0, error: NOPE, fields: [titel] } } → no field `amout` in Request → did you mean `amount`?',
      'rules: { R1: { on: Request, in: [opne], check: record.amout > 0, error: |NOPE, fields: [titel] } } → no error `NOPE` → declare it under `## 8. The error catalogue`',
      'rules: { R1: { on: Request, in: [opne], check: record.amout > 0, error: NOPE, fields: [|titel] } } → no field `titel` in Request → did you mean `title`?',
    ],
  ],
  [
    'an id that stands twice',
    { 3: REQUEST, 5: 'rules:\n  R1: { on: Request, check: "true" }\n  R1: { on: Request, check: "true" }' },
    ['|R1: { on: Request, check: "true" } → `R1` stands here twice → the first is in line 21: keep one'],
  ],
];

const permissions: readonly Case[] = [
  [
    'roles and fields that are none',
    {
      3: REQUEST,
      6: 'roles: { clerk: Clerk }\npermissions:\n  Request: { open: [clrek], read: { clekr: true }, fields: { titel: { read: clerk } } }',
    },
    [
      'Request: { open: [|clrek], read: { clekr: true }, fields: { titel: { read: clerk } } } → no role `clrek` → did you mean `clerk`?',
      'Request: { open: [clrek], read: { |clekr: true }, fields: { titel: { read: clerk } } } → no role `clekr` → did you mean `clerk`?',
      'Request: { open: [clrek], read: { clekr: true }, fields: { |titel: { read: clerk } } } → no field `titel` in Request → did you mean `title`?',
    ],
  ],
  [
    'a grant of nothing',
    { 3: REQUEST, 6: 'roles: [clerk]\npermissions: { Request: { read: { clerk: false } } }' },
    ['permissions: { Request: { read: { clerk: |false } } } → `false` grants nothing → leave the role out'],
  ],
  [
    'a role in an expression that is none',
    {
      3: REQUEST,
      6: `roles: [clerk]\npermissions: { Request: { read: { clerk: "'boss' in user.roles" } } }`,
    },
    [
      `permissions: { Request: { read: { clerk: "|'boss' in user.roles" } } } → no role \`boss\` → known: \`clerk\``,
    ],
  ],
  [
    'reading decided by what is sealed',
    { 3: REQUEST, 6: `roles: [clerk]\npermissions: { Request: { read: { clerk: "record.iban != null" } } }` },
    [
      'permissions: { Request: { read: { clerk: |"record.iban != null" } } } → `iban` is personal: who may read a record is decided before anything personal is opened → leave it out, or leave out its `personal`',
    ],
  ],
];

const calls: readonly Case[] = [
  [
    'a call that does nothing',
    { 3: REQUEST, 7: 'calls: { c: { on: Request } }' },
    [
      'calls: { |c: { on: Request } } → it is not stated what this call does → write `post: "https://…"`, or `mail: { … }`',
    ],
  ],
  [
    'a call of an action that is none',
    {
      3: REQUEST,
      4: `${STATES}${ACTIONS}`,
      7: 'calls: { c: { on: { entity: Request, action: clsoe }, post: "http://x" } }',
    },
    [
      'calls: { c: { on: { entity: Request, action: |clsoe }, post: "http://x" } } → no action `clsoe` in Request → did you mean `close`?',
    ],
  ],
  [
    'texts and bodies that name nothing',
    {
      3: REQUEST,
      7: 'calls: { c: { on: Request, post: "http://{constants.host}/", body: { a: record.titel, b: [record.amout] }, otherwise: { error: NO_WAY } } }',
      9: 'constants: { hots: x }',
    },
    [
      'calls: { c: { on: Request, post: "http://{constants.|host}/", body: { a: record.titel, b: [record.amout] }, otherwise: { error: NO_WAY } } } → no constant `host` → did you mean `hots`?',
      'calls: { c: { on: Request, post: "http://{constants.host}/", body: { a: record.|titel, b: [record.amout] }, otherwise: { error: NO_WAY } } } → no field `titel` in Request → did you mean `title`?',
      'calls: { c: { on: Request, post: "http://{constants.host}/", body: { a: record.titel, b: [record.|amout] }, otherwise: { error: NO_WAY } } } → no field `amout` in Request → did you mean `amount`?',
      expect.stringContaining('otherwise: { error: |NO_WAY } } } → no error `NO_WAY`') as never,
    ],
  ],
  ...(['then', 'otherwise'] as const).map((outcome): Case => [
    `what only a person can do, ${outcome}`,
    {
      3: REQUEST,
      4: PEOPLES,
      7: `calls: { a: { on: Request, post: "http://x", ${outcome}: { action: sign } }, b: { on: Request, post: "http://x", ${outcome}: { action: agree } } }`,
    },
    [
      expect.stringContaining('|sign } }, b: ') as never,
      expect.stringContaining(
        '|agree } } } → no answer takes `agree`: people have to approve it → leave it to people',
      ) as never,
    ],
  ]),
  [
    'what only a person can do, asked from outside',
    {
      3: REQUEST,
      4: PEOPLES,
      7: 'receive: { r: { on: Request, find: body.id, verify: SECRET, then: { action: sign } } }',
    },
    [
      'receive: { r: { on: Request, find: body.id, verify: SECRET, then: { action: |sign } } } → no answer takes `sign`: it has to be signed → leave it to people',
    ],
  ],
  [
    'what no answer can set',
    {
      3: request(
        'title: text\npaper: { type: file }\ntwice: { type: text, computed: record.title + record.title }',
      ),
      7: 'calls: { c: { on: Request, post: "http://x", then: { set: { twice: response.body.a, paper: response.body.b } } } }',
    },
    [
      expect.stringContaining('|twice: response.body.a') as never,
      expect.stringContaining(
        '|paper: response.body.b } } } } → `paper` is a file and cannot be set → set a text, such as its address',
      ) as never,
    ],
  ],
];

const meanings: readonly Case[] = ['""', '" "', 'true', 'false'].map((nothing) => [
  `a signature that says ${nothing}`,
  {
    3: REQUEST,
    4: `lifecycles: { Request: { states: [draft, sent], actions: { send: { from: draft, to: sent, sign: ${nothing} } } } }`,
  },
  [
    `lifecycles: { Request: { states: [draft, sent], actions: { send: { from: draft, to: sent, sign: |${nothing} } } } } → it is not stated what is signed → write what the signer states: \`sign: I approve this spending\`; leave \`sign\` out where nobody signs`,
  ],
]);

const errors: readonly Case[] = [
  [
    'a code in small letters',
    { 8: 'errors: { oops: { message: x } }' },
    [
      'errors: { |oops: { message: x } } → `oops` cannot be a name here → a code is named like `AMOUNT_MISSING`: capitals, digits and `_`',
    ],
  ],
  [
    'a message of no field',
    { 3: REQUEST, 8: 'errors: { OOPS: { message: "{record.titel} is {bad" } }' },
    [
      'errors: { OOPS: { message: "{record.|titel} is {bad" } } → no field `titel` in Request → did you mean `title`?',
      'errors: { OOPS: { message: "{record.titel} is |{bad" } } → the `{` is not closed → end it with `}`, or write `{{` for a brace',
    ],
  ],
  [
    'a word a built-in error does not know',
    { 8: 'errors: { TOO_LONG: { message: "{with.feild} is too long" } }' },
    [
      'errors: { TOO_LONG: { message: "{with.|feild} is too long" } } → this error comes without `with.feild` → did you mean `field`?',
    ],
  ],
  [
    'an error without a message',
    { 8: 'errors: { OOPS: { status: 422 } }' },
    [
      'errors: { |OOPS: { status: 422 } } → the error `OOPS` has no `message` → say in a sentence what is wrong',
    ],
  ],
  [
    'a status that is no error',
    { 8: 'errors: { OOPS: { message: x, status: 200 } }' },
    ['errors: { OOPS: { message: x, status: |200 } } → `OOPS.status` is too small → write 400 or more'],
  ],
  [
    'a code that stands twice',
    { 8: 'errors:\n  OOPS: a\n  OOPS: b' },
    ['|OOPS: b → `OOPS` stands here twice → the first is in line 19: keep one'],
  ],
];

const constants: readonly Case[] = [
  [
    'values of two types',
    { 9: 'constants: { a: [{ value: 5 EUR }, { value: 7, from: 2026-01-01 }] }' },
    [
      'constants: { a: [{ value: 5 EUR }, { value: |7, from: 2026-01-01 }] } → this is a whole number, the first value is money in EUR → give all values of a constant one type',
    ],
  ],
  [
    'values from the same day',
    { 9: 'constants: { a: [{ value: 5, from: 2026-01-01 }, { value: 7, from: 2026-01-01 }] }' },
    [
      'constants: { a: [{ value: 5, from: 2026-01-01 }, { value: 7, from: |2026-01-01 }] } → there are two values from 2026-01-01 → give each its own `from`',
    ],
  ],
  [
    'a day there is not',
    { 9: 'constants: { a: { value: 5, from: 2026-02-30 } }' },
    [
      'constants: { a: { value: 5, from: |2026-02-30 } } → there is no day `2026-02-30` → a day is written like `2026-01-31`',
    ],
  ],
  [
    'a size that is none',
    { 9: 'limits: { attachment: 10 megs }' },
    [
      'limits: { attachment: |10 megs } → `limits.attachment` cannot be `10 megs` → a size is written like `10 MB`',
    ],
  ],
  [
    'retention of nothing',
    { 3: REQUEST, 9: 'limits: { retention: { Reqest: P1Y } }' },
    ['limits: { retention: { |Reqest: P1Y } } → no entity `Reqest` → did you mean `Request`?'],
  ],
];

const yaml: readonly Case[] = [
  [
    'an open bracket',
    { 1: 'name: [a' },
    [
      'name: [a| → a bracket is not closed, or a line is not indented as it should be → close what was opened before, and indent by spaces',
    ],
  ],
  [
    'a tab',
    { 1: 'a:\n\t- b' },
    ['|\t- b → yaml is indented by spaces, not by tabs → replace the tab by spaces'],
  ],
  [
    'a second colon',
    { 1: 'name: a: b' },
    ['name: |a: b → there are two colons in one line → put the text after the first colon in quotes'],
  ],
  [
    'an alias of nothing',
    { 1: 'name: *a' },
    ['name: |*a → there is no `&a` before this → write out what it stands for'],
  ],
  [
    'a key that is a list',
    { 1: '? [a]\n: b' },
    ['? |[a] → a key has to be a plain word → write `name: value`'],
  ],
];

const groups = {
  keys,
  product,
  screens,
  starts,
  fields,
  lifecycles,
  more,
  rules,
  permissions,
  calls,
  meanings,
  errors,
  constants,
  yaml,
};

describe.each(Object.entries(groups))('given a document with broken %s', (_group, cases) => {
  it.each(cases)(
    'when it has %s, then that is said, with its place and what would be right',
    (_what, shown, problems) => {
      expect(problemsIn(documentOf(shown))).toEqual(problems);
    },
  );
});

describe('given a document with many things wrong', () => {
  it('when it is checked, then all of them are reported at once, in the order of the document', () => {
    const problems = checkDocument(
      documentOf({
        1: 'currency: EUX',
        3: request('title: { type: txt }'),
        5: 'rules: { R1: { on: Nothing, check: "1 +" } }',
      }),
    ).problems;
    expect(problems.map(({ line }) => line)).toEqual([4, 13, 19]);
  });

  it('when a field is broken, then what names it is not reported as well', () => {
    const document = documentOf({
      3: request('amount: { type: mony }'),
      5: 'rules: { R1: { on: Request, check: record.amount > 0, fields: [amount] } }',
    });
    expect(problemsIn(document)).toEqual([
      'amount: { type: |mony } → `amount.type` cannot be `mony` → did you mean `money`?',
    ]);
  });
});
