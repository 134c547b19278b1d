// Every page by its name: an element can be rendered elsewhere, where its name and its props are all that gets there. And the one place
// where React runs on the server.
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadCharts } from './charts/charts.js';
import { translatorFor } from './messages/translate.js';
import { Messages } from './messages/use-messages.js';
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
import { FormPage } from './pages/form.js';
import { HomePage } from './pages/home.js';
import { LinkPage } from './pages/link.js';
import { ListPage } from './pages/list.js';
import { LoadingPage } from './pages/loading.js';
import { MailsPage } from './pages/mails.js';
import { NoticesPage } from './pages/notices.js';
import { PeoplePage } from './pages/people.js';
import { PersonPage } from './pages/person.js';
import { ProjectionsPage } from './pages/projections.js';
import { PublishPage } from './pages/publish.js';
import { RecordPage } from './pages/record.js';
import { RegisterPage } from './pages/register.js';
import { ReportPage } from './pages/report.js';
import { RetentionPage } from './pages/retention.js';
import { ScheduledPage } from './pages/scheduled.js';
import { SearchPage } from './pages/search.js';
import { SignInPage } from './pages/sign-in.js';
import { SpecificationChangesPage } from './pages/specification-changes.js';
import { SpecificationPage } from './pages/specification.js';
import { StatusPage } from './pages/status.js';
import { TimelinePage } from './pages/timeline.js';
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
  FormPage,
  HomePage,
  LinkPage,
  ListPage,
  LoadingPage,
  MailsPage,
  NoticesPage,
  PeoplePage,
  PersonPage,
  ProjectionsPage,
  PublishPage,
  RecordPage,
  RegisterPage,
  ReportPage,
  RetentionPage,
  ScheduledPage,
  SearchPage,
  SignInPage,
  SpecificationChangesPage,
  SpecificationPage,
  StatusPage,
  TimelinePage,
};

export type PageName = keyof typeof everyPage;

const names = new Map<unknown, PageName>(
  Object.entries(everyPage).map(([name, page]) => [page, name as PageName]),
);

/** undefined: it is no page. */
export const nameOfPage = (page: unknown): PageName | undefined => names.get(page);

/** Its props fit: they come from an element of the same page. */
export const pageCalled = (name: PageName) => everyPage[name] as FunctionComponent<unknown>;

/** What has to be loaded before a page is rendered: it weighs too much for all the others. */
const loads: Readonly<Partial<Record<PageName, () => Promise<void>>>> = {
  DashboardPage: loadCharts,
  ReportPage: loadCharts,
};

/** undefined: nothing. */
export const loadFor = (name: PageName): (() => Promise<void>) | undefined => loads[name];

/**
 * The whole page as HTML, in the language of its frame. Static markup: no island hydrates a React tree, so none of React's marks are
 * needed.
 */
export function render(page: ReactElement): string {
  const { frame } = page.props as { readonly frame?: LayoutProps };
  const inLanguage = createElement(Messages, { value: translatorFor(frame?.language ?? 'en') }, page);
  return `<!doctype html>${renderToStaticMarkup(inLanguage)}`;
}
