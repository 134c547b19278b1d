// Every page with sample props, and its variants.
import { beforeAll } from '@jest/globals';
import { type ReactElement } from 'react';
import { AccountPage } from '#views/pages/account.js';
import { TokensPage } from '#views/pages/tokens.js';
import { ApplicationExportPage } from '#views/pages/application-export.js';
import { ApplicationImportPage } from '#views/pages/application-import.js';
import { ApplicationImportsPage } from '#views/pages/application-imports.js';
import { LeavingPage } from '#views/pages/leaving.js';
import { SigningConfirmedPage } from '#views/pages/signing-confirmed.js';
import { ProviderRolesPage } from '#views/pages/provider-roles.js';
import { RecoveryCodesPage } from '#views/pages/recovery-codes.js';
import { SecondFactorPage } from '#views/pages/second-factor.js';
import { SignInByLinkPage } from '#views/pages/sign-in-by-link.js';
import { SignInCodePage } from '#views/pages/sign-in-code.js';
import { SignInRulesPage } from '#views/pages/sign-in-rules.js';
import { SignInSetUpPage } from '#views/pages/sign-in-set-up.js';
import { ChoosePasswordPage } from '#views/pages/choose-password.js';
import { DeputiesPage } from '#views/pages/deputies.js';
import { ScheduledPage } from '#views/pages/scheduled.js';
import { SearchPage } from '#views/pages/search.js';
import { OneTimeLinkPage } from '#views/pages/one-time-link.js';
import { HomePage } from '#views/pages/home.js';
import { loadCharts } from '#views/charts/charts.js';
import { BoardPage } from '#views/pages/board.js';
import { CalendarPage } from '#views/pages/calendar.js';
import { CallsPage } from '#views/pages/calls.js';
import { ConstantsPage } from '#views/pages/constants.js';
import { DashboardPage } from '#views/pages/dashboard.js';
import { ErrorPage } from '#views/pages/error.js';
import { EventPage } from '#views/pages/event.js';
import { ExportCheckPage } from '#views/pages/export-check.js';
import { FormPage } from '#views/pages/form.js';
import { LoadingExamplesPage } from '#views/pages/loading-examples.js';
import { ListPage } from '#views/pages/list.js';
import { MailsPage } from '#views/pages/mails.js';
import { NoticesPage } from '#views/pages/notices.js';
import { PeoplePage } from '#views/pages/people.js';
import { PersonPage } from '#views/pages/person.js';
import { PublishPage } from '#views/pages/publish.js';
import { RecordPage } from '#views/pages/record.js';
import { RegisterPersonPage } from '#views/pages/register-person.js';
import { ProcessMapPage } from '#views/pages/process-map.js';
import { ReportPage } from '#views/pages/report.js';
import { RetentionPage } from '#views/pages/retention.js';
import { SignInPage } from '#views/pages/sign-in.js';
import { SelectionPage } from '#views/pages/selection.js';
import { SpecificationChangesPage } from '#views/pages/specification-changes.js';
import { SpecificationPage } from '#views/pages/specification.js';
import { ProjectionsPage } from '#views/pages/projections.js';
import { StatusPage } from '#views/pages/status.js';
import { PastRecordPage } from '#views/pages/past-record.js';
import { RoleHoldersPage } from '#views/pages/role-holders.js';
import { TimelinePrintPage } from '#views/pages/timeline-print.js';
import { TimelinePage } from '#views/pages/timeline.js';
import {
  applicationExport,
  applicationImportBroken,
  applicationImportChecked,
  applicationImportDone,
  applicationImportFailed,
  applicationImportRefused,
  applicationImportRunning,
  applicationImports,
  applicationImportsRefused,
  applicationNeverExported,
} from './samples/archive.js';
import { home, noApplications, nothingWaits } from './samples/home.js';
import {
  error,
  away,
  awayAtSignIn,
  internal,
  notFound,
  signedOut,
  takesTooLong,
  tooManyDownloads,
} from './samples/error.js';
import {
  exportBrokenOff,
  exportChanged,
  exportNotChecked,
  exportToCheck,
  exportUnchanged,
  exportUnknown,
  noExport,
} from './samples/export-check.js';
import { form, actionForm, conflictForm, newForm } from './samples/form.js';
import { calls, mails, noCalls, noMails, noNotices, notices } from './samples/calls.js';
import { nothingScheduled, scheduled, scheduledRebuilding } from './samples/scheduled.js';
import { searchFound, searchNothing } from './samples/search.js';
import { deputies } from './samples/approving.js';
import { tokenMade, tokens, tokenToMend } from './samples/tokens.js';
import {
  leaving,
  providerRoles,
  providerRolesTried,
  signingConfirmed,
  signInByLink,
} from './samples/identities.js';
import {
  recoveryCodes,
  secondFactorAtProvider,
  secondFactorOn,
  secondFactorSetUp,
  signInCode,
  signInCodeWrong,
  signInRules,
  signInSetUp,
} from './samples/second-factor.js';
import { account, accountToMend, accountWithoutPassword } from './samples/account.js';
import { register, registerPerson } from './samples/register.js';
import { list, listWithOpenColumns, emptyList, outdatedList, nothingFound } from './samples/list.js';
import { people, nobody } from './samples/people.js';
import { person, erasedPerson, lockedPerson, newPerson } from './samples/person.js';
import { publish, newDocument } from './samples/publish.js';
import { record, draftRecord, finishedRecord } from './samples/record.js';
import { firstSignIn, signIn, signInAsOneOfMany, failedSignIn } from './samples/sign-in.js';
import { noneFailed, projections } from './samples/projections.js';
import { status, awayStatus } from './samples/status.js';
import {
  specification,
  blankSpecification,
  onlyVersion,
  specificationChanges,
} from './samples/specification.js';
import { nothingSelected, selection } from './samples/selection.js';
import { timeline, emptyTimeline, nothingToPrint, timelinePrint } from './samples/timeline.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import { choosePassword } from './samples/choose-password.js';
import { link } from './samples/link.js';
import { board } from './samples/board.js';
import { constants, constantsOnDay, constantsRefused, noConstants } from './samples/constants.js';
import { nothingDue, retention, retentionRefused } from './samples/retention.js';
import { calendar, emptyCalendar, weekCalendar } from './samples/calendar.js';
import { dashboard, emptyDashboard } from './samples/dashboard.js';
import { emptyReport, report } from './samples/report.js';
import { emptyProcessMap, processMap, windingRecord } from './samples/process-map.js';
import { systemFrame } from './samples/frame.js';
import { event, eventOfCall, eventOfHiddenCall } from './samples/event.js';
import { notYetOpened, pastRecord } from './samples/past-record.js';
import { noRoleHolders, roleHolders } from './samples/role-holders.js';

beforeAll(loadCharts);

interface Framed {
  readonly frame: LayoutProps;
}

/** `change` replaces props. */
export type Preview = (change?: <P extends Framed>(props: P) => P) => ReactElement;

function preview<P extends Framed>(Page: (props: P) => ReactElement, props: P): Preview {
  return (change) => <Page {...(change ? change(props) : props)} />;
}

export const previews: Readonly<Record<string, Preview>> = {
  scheduled: preview(ScheduledPage, scheduled),
  'scheduled-nothing': preview(ScheduledPage, nothingScheduled),
  'scheduled-rebuilding': preview(ScheduledPage, scheduledRebuilding),
  home: preview(HomePage, home),
  'home-nothing-waits': preview(HomePage, nothingWaits),
  loading: preview(LoadingExamplesPage, {
    frame: systemFrame('Loading the examples', '/purchasing'),
    percent: 40,
  }),
  'home-no-applications': preview(HomePage, noApplications),
  list: preview(ListPage, list),
  'list-open-columns': preview(ListPage, listWithOpenColumns),
  'list-empty': preview(ListPage, emptyList),
  'list-outdated': preview(ListPage, outdatedList),
  'list-nothing-found': preview(ListPage, nothingFound),
  board: preview(BoardPage, board),
  report: preview(ReportPage, report),
  'report-empty': preview(ReportPage, emptyReport),
  'process-map': preview(ProcessMapPage, processMap),
  'process-map-empty': preview(ProcessMapPage, emptyProcessMap),
  'record-winding': preview(RecordPage, windingRecord),
  constants: preview(ConstantsPage, constants),
  'constants-on-day': preview(ConstantsPage, constantsOnDay),
  'constants-refused': preview(ConstantsPage, constantsRefused),
  'constants-none': preview(ConstantsPage, noConstants),
  retention: preview(RetentionPage, retention),
  'retention-refused': preview(RetentionPage, retentionRefused),
  'retention-nothing': preview(RetentionPage, nothingDue),
  dashboard: preview(DashboardPage, dashboard),
  'dashboard-empty': preview(DashboardPage, emptyDashboard),
  calendar: preview(CalendarPage, calendar),
  'calendar-week': preview(CalendarPage, weekCalendar),
  'calendar-empty': preview(CalendarPage, emptyCalendar),
  form: preview(FormPage, form),
  'form-new': preview(FormPage, newForm),
  'form-conflict': preview(FormPage, conflictForm),
  'form-action': preview(FormPage, actionForm),
  record: preview(RecordPage, record),
  'record-draft': preview(RecordPage, draftRecord),
  'record-finished': preview(RecordPage, finishedRecord),
  'record-past': preview(PastRecordPage, pastRecord),
  'record-not-yet-opened': preview(PastRecordPage, notYetOpened),
  roles: preview(RoleHoldersPage, roleHolders),
  'roles-none': preview(RoleHoldersPage, noRoleHolders),
  timeline: preview(TimelinePage, timeline),
  'timeline-empty': preview(TimelinePage, emptyTimeline),
  'timeline-print': preview(TimelinePrintPage, timelinePrint),
  'timeline-print-nothing': preview(TimelinePrintPage, nothingToPrint),
  event: preview(EventPage, event),
  'event-of-call': preview(EventPage, eventOfCall),
  'event-of-hidden-call': preview(EventPage, eventOfHiddenCall),
  specification: preview(SpecificationPage, specification),
  'specification-blank': preview(SpecificationPage, blankSpecification),
  'specification-changes': preview(SpecificationChangesPage, specificationChanges),
  'specification-changes-none': preview(SpecificationChangesPage, onlyVersion),
  selection: preview(SelectionPage, selection),
  'selection-nothing': preview(SelectionPage, nothingSelected),
  calls: preview(CallsPage, calls),
  'calls-none': preview(CallsPage, noCalls),
  mails: preview(MailsPage, mails),
  'mails-none': preview(MailsPage, noMails),
  notices: preview(NoticesPage, notices),
  'notices-none': preview(NoticesPage, noNotices),
  publish: preview(PublishPage, publish),
  'publish-new': preview(PublishPage, newDocument),
  'sign-in': preview(SignInPage, signIn),
  'sign-in-first': preview(SignInPage, firstSignIn),
  'sign-in-as-one-of-many': preview(SignInPage, signInAsOneOfMany),
  'sign-in-failed': preview(SignInPage, failedSignIn),
  register: preview(RegisterPersonPage, register),
  'register-person': preview(RegisterPersonPage, registerPerson),
  link: preview(OneTimeLinkPage, link),
  'choose-password': preview(ChoosePasswordPage, choosePassword),
  search: preview(SearchPage, searchFound),
  'search-nothing': preview(SearchPage, searchNothing),
  deputies: preview(DeputiesPage, deputies),
  tokens: preview(TokensPage, tokens),
  'token-made': preview(TokensPage, tokenMade),
  'token-to-mend': preview(TokensPage, tokenToMend),
  'application-export': preview(ApplicationExportPage, applicationExport),
  'application-never-exported': preview(ApplicationExportPage, applicationNeverExported),
  'export-to-check': preview(ExportCheckPage, exportToCheck),
  'export-unchanged': preview(ExportCheckPage, exportUnchanged),
  'export-changed': preview(ExportCheckPage, exportChanged),
  'export-broken-off': preview(ExportCheckPage, exportBrokenOff),
  'export-unknown': preview(ExportCheckPage, exportUnknown),
  'export-none': preview(ExportCheckPage, noExport),
  'export-not-checked': preview(ExportCheckPage, exportNotChecked),
  'application-imports': preview(ApplicationImportsPage, applicationImports),
  'application-imports-refused': preview(ApplicationImportsPage, applicationImportsRefused),
  'application-import-checked': preview(ApplicationImportPage, applicationImportChecked),
  'application-import-running': preview(ApplicationImportPage, applicationImportRunning),
  'application-import-refused': preview(ApplicationImportPage, applicationImportRefused),
  'application-import-failed': preview(ApplicationImportPage, applicationImportFailed),
  'application-import-done': preview(ApplicationImportPage, applicationImportDone),
  'application-import-broken': preview(ApplicationImportPage, applicationImportBroken),
  leaving: preview(LeavingPage, leaving),
  signingConfirmed: preview(SigningConfirmedPage, signingConfirmed),
  'provider-roles': preview(ProviderRolesPage, providerRoles),
  'provider-roles-tried': preview(ProviderRolesPage, providerRolesTried),
  'sign-in-by-link': preview(SignInByLinkPage, signInByLink),
  'sign-in-code': preview(SignInCodePage, signInCode),
  'sign-in-code-wrong': preview(SignInCodePage, signInCodeWrong),
  'sign-in-rules': preview(SignInRulesPage, signInRules),
  'sign-in-set-up': preview(SignInSetUpPage, signInSetUp),
  'second-factor-set-up': preview(SecondFactorPage, secondFactorSetUp),
  'second-factor-at-provider': preview(SecondFactorPage, secondFactorAtProvider),
  'second-factor-on': preview(SecondFactorPage, secondFactorOn),
  'recovery-codes': preview(RecoveryCodesPage, recoveryCodes),
  account: preview(AccountPage, account),
  'account-to-mend': preview(AccountPage, accountToMend),
  'account-without-password': preview(AccountPage, accountWithoutPassword),
  people: preview(PeoplePage, people),
  'people-nobody': preview(PeoplePage, nobody),
  person: preview(PersonPage, person),
  'person-new': preview(PersonPage, newPerson),
  'person-erased': preview(PersonPage, erasedPerson),
  'person-locked': preview(PersonPage, lockedPerson),
  error: preview(ErrorPage, error),
  'error-not-found': preview(ErrorPage, notFound),
  'error-internal': preview(ErrorPage, internal),
  'error-away': preview(ErrorPage, away),
  'error-signed-out': preview(ErrorPage, signedOut),
  'error-away-sign-in': preview(ErrorPage, awayAtSignIn),
  'error-takes-too-long': preview(ErrorPage, takesTooLong),
  'error-too-many-exports': preview(ErrorPage, tooManyDownloads),
  projections: preview(ProjectionsPage, projections),
  'projections-none': preview(ProjectionsPage, noneFailed),
  status: preview(StatusPage, status),
  'status-away': preview(StatusPage, awayStatus),
};
