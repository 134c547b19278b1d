// Which handler answers which command on people: the decisions are in src/domain/user/user.ts.
import {
  AdmitLink,
  BeginSignIn,
  EndSession,
  EndSessions,
  ErasePerson,
  GrantRole,
  IssueLink,
  NoteFailedSignIn,
  NoteSignIn,
  RegisterUser,
  RevokeRole,
  SetPassword,
  UseLink,
  type UserCommand,
} from '#domain/user/user-commands.js';
import { handlersOf } from '../handlers-of.js';
import { People } from './people.js';

export const peopleHandlers = handlersOf<UserCommand>(People, {
  RegisterUser,
  SetPassword,
  IssueLink,
  AdmitLink,
  UseLink,
  GrantRole,
  RevokeRole,
  NoteSignIn,
  EndSession,
  EndSessions,
  BeginSignIn,
  NoteFailedSignIn,
  ErasePerson,
});
