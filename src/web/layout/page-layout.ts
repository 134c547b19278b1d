import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { languageOf } from '#views/messages/languages.js';
import type { Translate } from '#views/messages/translate.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, canAccessApplication } from '#domain/permissions.js';
import { canEraseRecords } from '#domain/record/erasure/erase-due-record.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { CountPendingUpgrades } from '#query-handling/records/pending-upgrades.js';
import { listScheduledEntities } from '#query-handling/scheduled/scheduled-items.js';
import { personCounts, type PersonCounts } from './person-counts.js';
import type { Screen, Specification } from '#specification/model/specification.js';
import { ExampleGuide } from './example-guide.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { APPEARANCE_COOKIE, DENSITY_COOKIE, NOTICE_COOKIE, REFUSAL_COOKIE } from '../http/cookies.js';
import type { RequestInput } from '../http/request-input.js';
import { readIslandUrls } from './built-assets.js';
import { localeFor, translateFor } from '../language.js';
import { chooseCommonTimeZone } from './choose-common-time-zone.js';
import { retentionHref, scheduledHref, screenHref, specificationHref } from '../addresses/page-addresses.js';

export interface LayoutContent {
  readonly title: string;
  readonly application?: PublishedVersion;
  readonly outdated?: OutdatedContent;
  /** Defaults to the person's, the application's, or the one shared by the person's applications. */
  readonly timeZone?: string;
}

export interface PageContent extends LayoutContent {
  /** Messages about ignored parameters. */
  readonly warnings?: readonly string[];
  readonly noticeDetails?: (layout: Pick<LayoutProps, 'here'>) => Promise<NoticeDetails>;
}

export type NoticeDetails = Pick<Partial<LayoutProps>, 'notice' | 'noticeLinks'>;

/** Records outdated by an event that broke their projection. */
export interface OutdatedContent {
  readonly ids: readonly string[];
  /** `page`: listed on the page. */
  readonly about: 'record' | 'page';
}

/** undefined: the application is written in the language of the page. */
function otherLanguage(
  specification: Specification | undefined,
  { language }: Translate,
): Pick<LayoutProps, 'writtenIn'> {
  if (!specification || languageOf(specification.locale) === language) return {};
  return { writtenIn: specification.locale };
}

export async function layoutOf(
  layouts: PageLayouts,
  request: RequestInput,
  { warnings = [], noticeDetails, ...content }: PageContent,
): Promise<LayoutProps> {
  const layout = await layouts.of(request, content);
  return {
    ...layout,
    ...(warnings.length > 0 && { warning: [layout.warning ?? [], warnings.slice(0, 5)].flat().join(' ') }),
    ...(layout.notice !== undefined && (await noticeDetails?.(layout))),
  };
}

@Injectable()
export class PageLayouts {
  @Inject(QueryBus) private readonly queries!: QueryBus;
  @Inject(QUERY_DEPENDENCIES) private readonly sources!: QueryDependencies;
  @Inject(ExampleGuide) private readonly guide!: ExampleGuide;
  private readonly islands = readIslandUrls();

  /** With a pending notice and refusal: clear their cookies when sending the page. */
  async of(
    request: RequestInput,
    { title, application, outdated, timeZone }: LayoutContent,
  ): Promise<LayoutProps> {
    const specification = application?.specification;
    const { signedIn } = request;
    const t = translateFor(request, specification);
    const { link, ...counts }: PersonCounts = signedIn
      ? await personCounts(this.queries, signedIn, { application, t, path: request.path })
      : {};
    return {
      title,
      ...counts,
      ...(signedIn && { user: toLayoutUser(signedIn), ...(await this.guide.of(signedIn, request.path, t)) }),
      ...(specification && {
        application: {
          key: specification.key,
          name: specification.name,
          links: [...(link ? [link] : []), ...links(specification, request, t)],
        },
      }),
      language: t.language,
      ...otherLanguage(specification, t),
      locale: localeFor(request, specification),
      timeZone:
        timeZone ?? signedIn?.timeZone ?? specification?.timeZone ?? (await this.sharedTimeZoneFor(signedIn)),
      appearance: appearance(request),
      ...(request.cookies[DENSITY_COOKIE] === 'compact' && { density: 'compact' }),
      here: toLocalAddress(request.url),
      ...messagesIn(request),
      islands: this.islands,
      ...(await this.lacking(request, { application, outdated }, t)),
    };
  }

  async timeZoneFor(viewer: SignedInPerson): Promise<string> {
    return viewer.timeZone ?? this.sharedTimeZoneFor(viewer);
  }

  private async sharedTimeZoneFor(signedIn: SignedInPerson | undefined): Promise<string> {
    if (!signedIn) return 'UTC';
    // Show the page in UTC when an engine is unavailable.
    const all = await this.sources.specifications.all().catch(() => []);
    const entered = all.filter(({ specification }) => canAccessApplication(specification, signedIn));
    const zones = entered.map(({ specification }) => specification.timeZone);
    return chooseCommonTimeZone(zones, this.sources.now());
  }

  private async lacking(
    request: RequestInput,
    { application, outdated }: Pick<LayoutContent, 'application' | 'outdated'>,
    t: Translate,
  ): Promise<Pick<LayoutProps, 'behind' | 'following' | 'outdated'>> {
    const { signedIn } = request;
    return {
      ...behind(request, this.sources.readModels),
      ...(application && signedIn && (await this.following(application, signedIn, t))),
      ...(outdated && outdatedWords(outdated, t)),
    };
  }

  private async following(
    application: PublishedVersion,
    viewer: SignedInPerson,
    t: Translate,
  ): Promise<Pick<LayoutProps, 'following'> | undefined> {
    // Omit when an engine is unavailable.
    const found = await this.queries
      .execute(new CountPendingUpgrades(application, viewer))
      .catch(() => undefined);
    return found && { following: t('frame.following', { ...found }) };
  }
}

/** Milliseconds: shorter lags are normal while others write. */
const STALE_MS = 3_000;

/** The person's own unprojected write takes precedence over general lag. */
function behind(
  request: RequestInput,
  readModels: Pick<QueryDependencies['readModels'], 'behindFor'>,
): Pick<LayoutProps, 'behind'> {
  if (request.isBehind) return { behind: 'what was saved' };
  return readModels.behindFor() > STALE_MS ? { behind: 'what has happened' } : {};
}

function outdatedWords(
  { ids: { length: count }, about }: OutdatedContent,
  t: Translate,
): Pick<LayoutProps, 'outdated'> {
  if (count === 0) return {};
  return { outdated: about === 'record' ? t('frame.outdated') : t('frame.outdatedPage', { count }) };
}

const toLayoutUser = ({ id, name, admin, auditor, singleKeys }: SignedInPerson) => ({
  id,
  name,
  admin,
  auditor,
  ...(singleKeys === false && { singleKeys }),
});

function links(specification: Specification, { signedIn, path }: RequestInput, t: Translate) {
  const screens = [...specification.dashboards, ...specification.screens.filter(leadsSomewhere)]
    .filter((screen) => shownTo(screen, specification, signedIn))
    .map((screen) => ({ href: screenHref(specification, screen), title: screen.title }));
  // Specifications are for those who publish and audit them.
  const isReviewer = signedIn?.admin === true || signedIn?.auditor === true;
  const all = [
    ...screens,
    ...scheduledLinks(specification, signedIn, t),
    ...retentionLinks(specification, signedIn, t),
    {
      href: specificationHref(specification.key),
      title: t(isReviewer ? 'frame.specification' : 'frame.howThisWorks'),
    },
  ];
  return all.map((link) => ({ current: path === link.href, ...link }));
}

/** Undeclared boards are linked from their lists. */
const leadsSomewhere = ({ kind, declared }: Screen) =>
  kind === 'list' || kind === 'report' || kind === 'calendar' || (kind === 'board' && declared);

function shownTo(
  { roles }: Pick<Screen, 'roles'>,
  specification: Specification,
  signedIn: SignedInPerson | undefined,
): boolean {
  if (roles.length === 0) return true;
  const given = signedIn?.roles[specification.key] ?? [];
  return roles.some((role) => given.includes(role) || specification.roles[role]?.everyone === true);
}

/** Only if a timer may fire on a record that the person may read. */
const scheduledLinks = (specification: Specification, signedIn: SignedInPerson | undefined, t: Translate) =>
  signedIn && listScheduledEntities(specification, signedIn).length > 0
    ? [{ href: scheduledHref(specification), title: t('frame.scheduled') }]
    : [];

function retentionLinks(specification: Specification, signedIn: SignedInPerson | undefined, t: Translate) {
  const actor = signedIn && toActor(specification, signedIn);
  const entities = Object.keys(specification.limits.retention).map((key) => specification.entities[key]!);
  const own = entities.filter((entity) => actor && canEraseRecords(specification, entity, actor));
  return own.map((entity) => ({
    href: retentionHref(specification, entity.key),
    title: own.length === 1 ? t('frame.retention') : t('frame.retentionOf', { entities: entity.plural }),
  }));
}

const messagesIn = ({ cookies }: RequestInput): Pick<LayoutProps, 'notice' | 'warning'> => ({
  notice: cookies[NOTICE_COOKIE]?.slice(0, 200) || undefined,
  warning: cookies[REFUSAL_COOKIE] || undefined,
});

function appearance({ cookies }: RequestInput): LayoutProps['appearance'] {
  const chosen = cookies[APPEARANCE_COOKIE];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}
