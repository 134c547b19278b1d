export const HOME_PATH = '/';

/** Parameter of the work page: the part that is listed in full. */
export const EXPANDED_SECTION_PARAMETER = 'all';
export type ExpandedSection = 'others' | 'changes';
export const CHANGES_BY_OTHERS_PATH = '/-/changes';
export const MARK_CHANGES_READ_PATH = `${CHANGES_BY_OTHERS_PATH}/read`;
export const TIMELINE_PATH = '/-/timeline';
export const EXPORT_CHECK_PATH = `${TIMELINE_PATH}/check`;
export const PEOPLE_PATH = '/-/people';
export const ROLES_PATH = '/-/roles';
export const CALLS_PATH = '/-/calls';
export const SEARCH_PATH = '/-/search';
export const STATUS_PATH = '/-/status';
export const PROJECTIONS_PATH = '/-/status/read-models';
export const SIGN_IN_PATH = '/-/sign-in';
export const DEMO_SIGN_IN_PATH = '/-/sign-in/demo';
export const SIGN_IN_SET_UP_PATH = '/-/sign-in/set-up';
export const SIGN_IN_RULES_PATH = '/-/sign-in-rules';
export const SIGN_IN_CODE_PATH = '/-/sign-in/code';
/** Confirms at a provider who signs the form with the command id `for`. */
export const SIGNING_PATH = '/-/signing';
export const PROVIDER_SIGN_IN_PATH = '/-/sign-in/oidc';
export const PROVIDER_ROLES_PATH = '/-/provider-roles';
export const APPLICATION_IMPORTS_PATH = '/-/application-imports';
export const IDENTITIES_PATH = '/-/account/identities';
export const DEPUTIES_PATH = '/-/deputies';
export const SAVED_VIEWS_PATH = '/-/views';
export const LIVE_LISTS_PATH = '/-/lists/live';
export const NOTICES_PATH = '/-/notices';
export const ACCOUNT_PATH = '/-/account';
export const SECOND_FACTOR_PATH = '/-/account/second-factor';
export const TOKENS_PATH = '/-/account/tokens';
export const SIGN_OUT_PATH = '/-/sign-out';
export const APPEARANCE_PATH = '/-/appearance';
export const FAVICON_PATH = '/assets/favicon.svg';
/** Used without a build; otherwise the layout's islands name the hashed file. */
export const STYLES_PATH = '/assets/daybook.css';
/** Query parameter of an action: the page to return to; defaults to the record's. */
export const RETURN_TO_PARAMETER = 'return';
export const addReturn = (href: string, page: string): string =>
  `${href}${href.includes('?') ? '&' : '?'}${RETURN_TO_PARAMETER}=${encodeURIComponent(page)}`;

/** `me`: approvals that the viewer can give. Hyphens cannot clash with field names. */
export const WAITS_FOR_PARAMETER = 'waits-for';
/** Record ids; repeatable. */
export const RECORD_IDS_PARAMETER = 'by-record';
/** A move such as `draft>submit>submitted`; `>>draft` is the creation. */
export const BY_MOVE_PARAMETER = 'by-move';
/** Digest of a process variant. */
export const BY_VARIANT_PARAMETER = 'by-variant';
/** Keys in order; repeatable, or separated by commas. */
export const COLUMNS_PARAMETER = 'columns';
/** Names the panel that the page shows open. */
/** A saved view that lost a filter. */
export const OPEN_VIEW_PARAMETER = 'saved-view';
export const OPEN_PANEL_PARAMETER = 'open-panel';
export const COLUMNS_PANEL = 'columns';
/** Number fields to add up; repeatable. */
export const SUM_OF_PARAMETER = 'sum-of';
/** Beside a cursor: index of the page's first row. */
export const FROM_ROW_PARAMETER = 'from-row';
/** Locale of the numbers in the filter form. */
export const NUMBER_LOCALE_PARAMETER = 'as-typed';
/** Search text among choices, as `_find.supplier`; the button is `_find`. Underscores cannot clash with fields. */
export const CHOICE_SEARCH_INPUT = '_find';
/** Hidden input: search text of the rendered page. */
export const RENDERED_CHOICE_SEARCH = '_found';

/** Minimum age: `stateSince.longerThan=3` */
export const LONGER_THAN_SUFFIX = 'longerThan';
