// Which handler answers which command on people: the decisions are in src/domain/user/decide-user.ts.
import { USER_COMMANDS, type UserCommand } from '#domain/user/user-commands.js';
import { handlersOf } from '../pipeline/handlers-of.js';
import { PeopleWriter } from './user-command-executor.js';

export const peopleHandlers = handlersOf<UserCommand>(PeopleWriter, USER_COMMANDS);
