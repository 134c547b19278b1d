// Terms: record = Datensatz (only where the document gives no title), application = Anwendung, specification = Spezifikation, history (of a record) = Verlauf, audit timeline = Prüfprotokoll, board = Board, approve = genehmigen, refuse = ablehnen, withdraw = zurückziehen, deputy = Vertretung, notice = Mitteilung, draft = Entwurf, retention = Aufbewahrung, call (to another system) = Aufruf, role = Rolle, state = Status.
import type { MessageId } from '../en/all.js';
import { archive } from './archive.js';
import { changes } from './changes.js';
import { frame } from './frame.js';
import { island } from './island.js';
import { lines } from './lines.js';
import { home } from './home.js';
import { identities } from './identities.js';
import { providerRoles } from './providerRoles.js';
import { scheduled } from './scheduled.js';
import { timeline } from './timeline.js';
import { tour } from './tour.js';
import { name } from './name.js';
import { property } from './property.js';
import { past } from './past.js';
import { record } from './record.js';
import { roles } from './roles.js';
import { choose } from './choose.js';
import { filter } from './filter.js';
import { deputies } from './deputies.js';
import { duration } from './duration.js';
import { constants } from './constants.js';
import { notices } from './notices.js';
import { report } from './report.js';
import { dashboard } from './dashboard.js';
import { calendar } from './calendar.js';
import { search } from './search.js';
import { board } from './board.js';
import { list } from './list.js';
import { map } from './map.js';
import { exportCheck } from './exportCheck.js';
import { event } from './event.js';
import { specification } from './specification.js';
import { sign } from './sign.js';
import { retention } from './retention.js';
import { error } from './error.js';
import { value } from './value.js';
import { calls } from './calls.js';
import { status } from './status.js';
import { publish } from './publish.js';
import { page } from './page.js';
import { register } from './register.js';
import { person } from './person.js';
import { people } from './people.js';
import { signIn } from './signIn.js';
import { form } from './form.js';
import { signInRules } from './signInRules.js';
import { secondFactor } from './secondFactor.js';
import { account } from './account.js';
import { tokens } from './tokens.js';

export const de: Record<MessageId, string> = {
  ...archive,
  ...changes,
  ...frame,
  ...island,
  ...lines,
  ...home,
  ...identities,
  ...providerRoles,
  ...scheduled,
  ...timeline,
  ...tour,
  ...name,
  ...property,
  ...past,
  ...record,
  ...roles,
  ...choose,
  ...filter,
  ...deputies,
  ...duration,
  ...constants,
  ...notices,
  ...report,
  ...dashboard,
  ...calendar,
  ...search,
  ...board,
  ...list,
  ...map,
  ...event,
  ...exportCheck,
  ...specification,
  ...sign,
  ...retention,
  ...error,
  ...value,
  ...calls,
  ...status,
  ...publish,
  ...page,
  ...register,
  ...person,
  ...people,
  ...signIn,
  ...form,
  ...account,
  ...secondFactor,
  ...tokens,
  ...signInRules,
};
