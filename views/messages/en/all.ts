// English: every other language has the same ids.
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

export const en = {
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

export type MessageId = keyof typeof en;
