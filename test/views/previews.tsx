// Every page with its sample props, and the other faces it has: for tests, and to be looked at.
import { type ReactElement } from 'react';
import { AccountPage, sample as account } from '#views/pages/account.js';
import { ChoosePasswordPage, sample as choosePassword } from '#views/pages/choose-password.js';
import { LinkPage, sample as link } from '#views/pages/link.js';
import { ApplicationsPage, sample as applications } from '#views/pages/applications.js';
import { BoardPage, sample as board } from '#views/pages/board.js';
import { ErrorPage, sample as error } from '#views/pages/error.js';
import { EventPage, sample as event } from '#views/pages/event.js';
import { FormPage, sample as form } from '#views/pages/form.js';
import { ListPage, sample as list } from '#views/pages/list.js';
import { PeoplePage, sample as people } from '#views/pages/people.js';
import { PersonPage, sample as person } from '#views/pages/person.js';
import { PublishPage, sample as publish } from '#views/pages/publish.js';
import { RecordPage, sample as record } from '#views/pages/record.js';
import { RegisterPage, sample as register } from '#views/pages/register.js';
import { SignInPage, sample as signIn } from '#views/pages/sign-in.js';
import { SpecificationPage, sample as specification } from '#views/pages/specification.js';
import { StatusPage, sample as status } from '#views/pages/status.js';
import { TimelinePage, sample as timeline } from '#views/pages/timeline.js';
import { noApplications } from '#views/samples/applications.js';
import {
  away,
  awayAtSignIn,
  internal,
  notFound,
  takesTooLong,
  tooManyExports,
} from '#views/samples/error.js';
import { actionForm, conflictForm, newForm } from '#views/samples/form.js';
import { accountToMend, accountWithoutPassword } from '#views/samples/account.js';
import { registerPerson } from '#views/samples/register.js';
import { emptyList, nothingFound } from '#views/samples/list.js';
import { nobody } from '#views/samples/people.js';
import { erasedPerson } from '#views/samples/person.js';
import { newDocument } from '#views/samples/publish.js';
import { draftRecord, finishedRecord } from '#views/samples/record.js';
import { failedSignIn } from '#views/samples/sign-in.js';
import { awayStatus } from '#views/samples/status.js';
import { blankSpecification } from '#views/samples/specification.js';
import { emptyTimeline } from '#views/samples/timeline.js';
import type { Frame } from '#views/view-models/frame.js';

interface Framed {
  readonly frame: Frame;
}

/** Renders a page as `change` wants its props. */
export type Preview = (change?: <P extends Framed>(props: P) => P) => ReactElement;

function preview<P extends Framed>(Page: (props: P) => ReactElement, props: P): Preview {
  return (change) => <Page {...(change ? change(props) : props)} />;
}

export const previews: Readonly<Record<string, Preview>> = {
  applications: preview(ApplicationsPage, applications),
  'applications-none': preview(ApplicationsPage, noApplications),
  list: preview(ListPage, list),
  'list-empty': preview(ListPage, emptyList),
  'list-nothing-found': preview(ListPage, nothingFound),
  board: preview(BoardPage, board),
  form: preview(FormPage, form),
  'form-new': preview(FormPage, newForm),
  'form-conflict': preview(FormPage, conflictForm),
  'form-action': preview(FormPage, actionForm),
  record: preview(RecordPage, record),
  'record-draft': preview(RecordPage, draftRecord),
  'record-finished': preview(RecordPage, finishedRecord),
  timeline: preview(TimelinePage, timeline),
  'timeline-empty': preview(TimelinePage, emptyTimeline),
  event: preview(EventPage, event),
  specification: preview(SpecificationPage, specification),
  'specification-blank': preview(SpecificationPage, blankSpecification),
  publish: preview(PublishPage, publish),
  'publish-new': preview(PublishPage, newDocument),
  'sign-in': preview(SignInPage, signIn),
  'sign-in-failed': preview(SignInPage, failedSignIn),
  register: preview(RegisterPage, register),
  'register-person': preview(RegisterPage, registerPerson),
  link: preview(LinkPage, link),
  'choose-password': preview(ChoosePasswordPage, choosePassword),
  account: preview(AccountPage, account),
  'account-to-mend': preview(AccountPage, accountToMend),
  'account-without-password': preview(AccountPage, accountWithoutPassword),
  people: preview(PeoplePage, people),
  'people-nobody': preview(PeoplePage, nobody),
  person: preview(PersonPage, person),
  'person-erased': preview(PersonPage, erasedPerson),
  error: preview(ErrorPage, error),
  'error-not-found': preview(ErrorPage, notFound),
  'error-internal': preview(ErrorPage, internal),
  'error-away': preview(ErrorPage, away),
  'error-away-sign-in': preview(ErrorPage, awayAtSignIn),
  'error-takes-too-long': preview(ErrorPage, takesTooLong),
  'error-too-many-exports': preview(ErrorPage, tooManyExports),
  status: preview(StatusPage, status),
  'status-away': preview(StatusPage, awayStatus),
};
