// German. Terms: record = Datensatz (only where the document gives no title), application = Anwendung, specification = Spezifikation,
// timeline and history = Verlauf, approve = genehmigen, refuse = ablehnen, withdraw = zurückziehen, deputy = Vertretung,
// notice = Mitteilung, draft = Entwurf, retention = Aufbewahrung, call (to another system) = Aufruf, role = Rolle, state = Status.
import type { MessageId } from '../en/all.js';
import { changes } from './changes.js';
import { frame } from './frame.js';
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
import { account } from './account.js';

export const de: Record<MessageId, string> = {
  ...changes,
  ...frame,
  ...event,
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
};
