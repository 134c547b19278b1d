// The layout of every page: signed-in person, navigation, appearance, notice.
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { languageOf } from '#views/messages/languages.js';
import type { Translate } from '#views/messages/translate.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, canAccessApplication } from '#domain/permissions.js';
import { canEraseRecords } from '#domain/record/erasure/erase-due-record.js';
import type { SignedIn } from '#identity/signed-in.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { countPendingForViewer } from '#query-handling/records/pending-upgrades.js';
import { listScheduledEntities } from '#query-handling/scheduled/scheduled-items.js';
import { personCounts, type PersonCounts } from './person-counts.js';
import type { Screen, Specification } from '#specification/model/specification.js';
import { ExampleGuide } from './example-guide.js';
import { localAddress } from '../addresses/local-address.js';
import { APPEARANCE_COOKIE, DENSITY_COOKIE, NOTICE, readCookie, setCookie } from '../http/cookies.js';
import { builtIslands } from './built-assets.js';
import { localeFor, translateFor } from '../language.js';
import { sharedTimeZone } from './shared-time-zone.js';
import { retentionHref, scheduledHref, screenHref, specificationHref } from '../addresses/page-addresses.js';

export interface LayoutContent {
  readonly title: string;
  /** The application in view. */
  readonly application?: PublishedVersion;
  readonly outdated?: OutdatedContent;
}

export interface PageContent extends LayoutContent {
  /** Parts of the address that were not understood, in words. */
  readonly warnings?: readonly string[];
}

/** Which records on the page are not up to date, since an event broke them in the read model. */
export interface OutdatedContent {
  readonly ids: readonly string[];
  /** `page`: they are among what the page lists. */
  readonly about: 'record' | 'page';
}

/** The frame of a page that is read. `ignored`: parts of the address that were not understood, in words; the page says so. */
export async function layoutWithWarnings(
  frames: PageLayouts,
  request: Request,
  framing: LayoutContent,
  ignored: readonly string[] = [],
): Promise<LayoutProps> {
  const frame = await frames.of(request, framing);
  return ignored.length > 0 ? { ...frame, warning: ignored.slice(0, 5).join(' ') } : frame;
}

/** The locale of an application that is written in another language than Daybook's words beside it. */
function otherLanguage(
  specification: Specification | undefined,
  { language }: Translate,
): Pick<LayoutProps, 'writtenIn'> {
  if (!specification || languageOf(specification.locale) === language) return {};
  return { writtenIn: specification.locale };
}

@Injectable()
export class PageLayouts {
  @Inject(QUERY_DEPENDENCIES) private readonly sources!: QueryDependencies;
  @Inject(ExampleGuide) private readonly guide!: ExampleGuide;
  private readonly islands = builtIslands();

  /** The frame of the page that answers this request. Says a waiting notice, which is then used up. */
  async of(request: Request, { title, application, outdated }: LayoutContent): Promise<LayoutProps> {
    const specification = application?.specification;
    const { signedIn } = request;
    const t = translateFor(request, specification);
    const { link, ...counts }: PersonCounts = signedIn
      ? await personCounts(this.sources, signedIn, { application, t, path: request.path })
      : {};
    return {
      title,
      ...counts,
      ...(signedIn && { user: seenByPages(signedIn), ...(await this.guide.of(signedIn, request.path, t)) }),
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
      timeZone: signedIn?.timeZone ?? specification?.timeZone ?? (await this.timeZoneFor(signedIn)),
      appearance: appearance(request),
      ...(readCookie(request, DENSITY_COOKIE) === 'compact' && { density: 'compact' }),
      here: localAddress(request.originalUrl),
      notice: notice(request),
      islands: this.islands,
      ...(await this.lacking(request, { application, outdated }, t)),
    };
  }

  /** Pages of no application have the time zone of all that the reader may enter, where these agree. */
  private async timeZoneFor(signedIn: SignedIn | undefined): Promise<string> {
    if (!signedIn) return 'UTC';
    // A page that says that something is away is shown in UTC.
    const all = await this.sources.specifications.all().catch(() => []);
    const entered = all.filter(({ specification }) => canAccessApplication(specification, signedIn));
    const zones = entered.map(({ specification }) => specification.timeZone);
    return sharedTimeZone(zones, this.sources.now());
  }

  /** What the page may lack, and why. */
  private async lacking(
    request: Request,
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
    viewer: SignedIn,
    t: Translate,
  ): Promise<Pick<LayoutProps, 'following'> | undefined> {
    // A page that says that something is away is shown without it.
    const found = await countPendingForViewer(this.sources, application, viewer).catch(() => undefined);
    return found && { following: t('frame.following', { ...found }) };
  }
}

/** A moment behind is everybody, while others write. */
const STALE_MS = 3_000;

/** One's own unsaved change takes precedence over general lag. */
function behind(
  request: Request,
  readModels: Pick<QueryDependencies['readModels'], 'behindFor'>,
): Pick<LayoutProps, 'behind'> {
  if (request.behind === true) return { behind: 'what was saved' };
  return readModels.behindFor() > STALE_MS ? { behind: 'what has happened' } : {};
}

function outdatedWords(
  { ids: { length: count }, about }: OutdatedContent,
  t: Translate,
): Pick<LayoutProps, 'outdated'> {
  if (count === 0) return {};
  return { outdated: about === 'record' ? t('frame.outdated') : t('frame.outdatedPage', { count }) };
}

const seenByPages = ({ id, name, admin, auditor, singleKeys }: SignedIn) => ({
  id,
  name,
  admin,
  auditor,
  ...(singleKeys === false && { singleKeys }),
});

function links(specification: Specification, { signedIn, path }: Request, t: Translate) {
  const screens = [...specification.dashboards, ...specification.screens.filter(leadsSomewhere)]
    .filter((screen) => shownTo(screen, specification, signedIn))
    .map((screen) => ({ href: screenHref(specification, screen), title: screen.title }));
  // An office knows no specifications: those who publish and audit them do.
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

/** Boards that the document does not show are reached from their lists. */
const leadsSomewhere = ({ kind, declared }: Screen) =>
  kind === 'list' || kind === 'report' || kind === 'calendar' || (kind === 'board' && declared);

/** Whether the person holds a role the screen is for. */
function shownTo(
  { roles }: Pick<Screen, 'roles'>,
  specification: Specification,
  signedIn: SignedIn | undefined,
): boolean {
  if (roles.length === 0) return true;
  const given = signedIn?.roles[specification.key] ?? [];
  return roles.some((role) => given.includes(role) || specification.roles[role]?.everyone === true);
}

/** Where something of a record that the person may read can happen by itself. */
const scheduledLinks = (specification: Specification, signedIn: SignedIn | undefined, t: Translate) =>
  signedIn && listScheduledEntities(specification, signedIn).length > 0
    ? [{ href: scheduledHref(specification), title: t('frame.scheduled') }]
    : [];

/** For those who may erase records. */
function retentionLinks(specification: Specification, signedIn: SignedIn | undefined, t: Translate) {
  const actor = signedIn && toActor(specification, signedIn);
  const entities = Object.keys(specification.limits.retention).map((key) => specification.entities[key]!);
  const own = entities.filter((entity) => actor && canEraseRecords(specification, entity, actor));
  return own.map((entity) => ({
    href: retentionHref(specification, entity.key),
    title: own.length === 1 ? t('frame.retention') : t('frame.retentionOf', { entities: entity.plural }),
  }));
}

function appearance(request: Request): LayoutProps['appearance'] {
  const chosen = readCookie(request, APPEARANCE_COOKIE);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

function notice(request: Request): string | undefined {
  const cookie = readCookie(request, NOTICE);
  if (cookie === undefined || cookie === '') return undefined;
  if (request.res) setCookie(request.res, NOTICE, '', { maxAge: 0 });
  return cookie.slice(0, 200);
}
