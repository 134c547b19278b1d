// Lets worker threads render from name and props; the only module that renders React on the server.
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadCharts } from './charts/charts.js';
import { translatorFor } from './messages/translate.js';
import { MessagesContext } from './messages/use-messages.js';
import { AccountPage } from './pages/account.js';
import { BoardPage } from './pages/board.js';
import { CalendarPage } from './pages/calendar.js';
import { CallsPage } from './pages/calls.js';
import { ChoosePasswordPage } from './pages/choose-password.js';
import { DeputiesPage } from './pages/deputies.js';
import { ConstantsPage } from './pages/constants.js';
import { DashboardPage } from './pages/dashboard.js';
import { ErrorPage } from './pages/error.js';
import { EventPage } from './pages/event.js';
import { ExportCheckPage } from './pages/export-check.js';
import { FormPage } from './pages/form.js';
import { HomePage } from './pages/home.js';
import { OneTimeLinkPage } from './pages/one-time-link.js';
import { ListPage } from './pages/list.js';
import { LoadingExamplesPage } from './pages/loading-examples.js';
import { MailsPage } from './pages/mails.js';
import { NoticesPage } from './pages/notices.js';
import { PastRecordPage } from './pages/past-record.js';
import { PeoplePage } from './pages/people.js';
import { PersonPage } from './pages/person.js';
import { ProcessMapPage } from './pages/process-map.js';
import { ProjectionsPage } from './pages/projections.js';
import { PublishPage } from './pages/publish.js';
import { RecordPage } from './pages/record.js';
import { RegisterPersonPage } from './pages/register-person.js';
import { ReportPage } from './pages/report.js';
import { RetentionPage } from './pages/retention.js';
import { RoleHoldersPage } from './pages/role-holders.js';
import { ScheduledPage } from './pages/scheduled.js';
import { SearchPage } from './pages/search.js';
import { SelectionPage } from './pages/selection.js';
import { SignInPage } from './pages/sign-in.js';
import { SpecificationChangesPage } from './pages/specification-changes.js';
import { SpecificationPage } from './pages/specification.js';
import { StatusPage } from './pages/status.js';
import { TimelinePage } from './pages/timeline.js';
import { TimelinePrintPage } from './pages/timeline-print.js';
import { LeavingPage } from './pages/leaving.js';
import { ApplicationExportPage } from './pages/application-export.js';
import { ApplicationImportPage } from './pages/application-import.js';
import { ApplicationImportsPage } from './pages/application-imports.js';
import { SigningConfirmedPage } from './pages/signing-confirmed.js';
import { ProviderRolesPage } from './pages/provider-roles.js';
import { RecoveryCodesPage } from './pages/recovery-codes.js';
import { SecondFactorPage } from './pages/second-factor.js';
import { SignInByLinkPage } from './pages/sign-in-by-link.js';
import { SignInCodePage } from './pages/sign-in-code.js';
import { SignInRulesPage } from './pages/sign-in-rules.js';
import { SignInSetUpPage } from './pages/sign-in-set-up.js';
import { TokensPage } from './pages/tokens.js';
import type { LayoutProps } from './view-models/frame.js';

export const everyPage = {
  AccountPage,
  BoardPage,
  CalendarPage,
  CallsPage,
  ChoosePasswordPage,
  DeputiesPage,
  ConstantsPage,
  DashboardPage,
  ErrorPage,
  EventPage,
  ExportCheckPage,
  FormPage,
  HomePage,
  OneTimeLinkPage,
  ListPage,
  LoadingExamplesPage,
  MailsPage,
  NoticesPage,
  PastRecordPage,
  PeoplePage,
  PersonPage,
  ProcessMapPage,
  ProjectionsPage,
  PublishPage,
  RecordPage,
  RegisterPersonPage,
  ReportPage,
  RetentionPage,
  RoleHoldersPage,
  ScheduledPage,
  SearchPage,
  SelectionPage,
  SignInPage,
  SpecificationChangesPage,
  SpecificationPage,
  StatusPage,
  TimelinePage,
  TimelinePrintPage,
  LeavingPage,
  ApplicationExportPage,
  ApplicationImportPage,
  ApplicationImportsPage,
  SigningConfirmedPage,
  ProviderRolesPage,
  RecoveryCodesPage,
  SecondFactorPage,
  SignInByLinkPage,
  SignInCodePage,
  SignInRulesPage,
  SignInSetUpPage,
  TokensPage,
};

export type PageName = keyof typeof everyPage;

const names = new Map<unknown, PageName>(
  Object.entries(everyPage).map(([name, page]) => [page, name as PageName]),
);

/** undefined: not a page. */
export const getPageName = (page: unknown): PageName | undefined => names.get(page);

export const findPageByName = (name: PageName) => everyPage[name] as FunctionComponent<unknown>;

/** Heavy dependencies of single pages. */
const loads: Readonly<Partial<Record<PageName, () => Promise<void>>>> = {
  DashboardPage: loadCharts,
  ReportPage: loadCharts,
};

export const findPageLoader = (name: PageName): (() => Promise<void>) | undefined => loads[name];

/** Static markup, since no island hydrates a React tree. */
export function renderPage(page: ReactElement): string {
  const { frame } = page.props as { readonly frame?: LayoutProps };
  const inLanguage = createElement(MessagesContext, { value: translatorFor(frame?.language ?? 'en') }, page);
  return `<!doctype html>${renderToStaticMarkup(inLanguage)}`;
}
