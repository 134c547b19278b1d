import { z } from 'zod';
import { ACTION_TONES, STATE_TONES } from '#specification/model/tones.js';
import { durationShape, expressionShape, nameShape, namesShape, wordsShape } from '../common-shapes.js';

const was = z.string().optional().meta({ description: 'The name it had in the version before.' });

const state = z.union([
  z.null(),
  z.string(),
  z.strictObject({
    title: wordsShape.optional(),
    final: z.boolean().optional(),
    help: wordsShape.optional(),
    tone: z.enum(STATE_TONES).optional().meta({ description: 'Left out: from the lifecycle.' }),
    was,
  }),
]);

const round = z.strictObject({
  of: z
    .record(z.string(), expressionShape)
    .meta({ description: 'Role → how many of it: a number, an expression, or a share such as `50%`.' }),
  order: namesShape
    .optional()
    .meta({ description: 'Roles, each after the one before. Left out: in any order.' }),
  refusal: z.enum(['one', 'majority']).optional(),
  pins: namesShape.optional().meta({
    description: 'Fields that let the round begin again. Left out: all that the approvers could see.',
  }),
});

const action = z.strictObject({
  title: wordsShape.optional(),
  done: wordsShape
    .optional()
    .meta({ description: 'The action in the past tense: `submitted`, or `sent it back`.' }),
  was,
  help: wordsShape.optional(),
  from: namesShape.meta({ description: 'States it is possible in; `*` is every state that is not final.' }),
  to: z.string().optional().meta({ description: 'Left out: the record stays in its state.' }),
  by: namesShape.optional().meta({ description: 'Roles. Left out: every signed-in user.' }),
  guard: expressionShape.optional(),
  when: expressionShape.optional().meta({ description: 'The same as `guard`.' }),
  not: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .meta({ description: 'Users who may not take it: `record.requestedBy`, or a list of such expressions.' }),
  ask: namesShape.optional(),
  reason: z.enum(['required', 'optional', 'none']).optional(),
  tone: z.enum(ACTION_TONES).optional().meta({ description: 'Left out: from the lifecycle.' }),
  sign: wordsShape.optional(),
  approvals: z.union([expressionShape, round]).optional(),
  alias: namesShape.optional(),
  aliases: namesShape.optional(),
});

const timer = z.strictObject({
  in: namesShape.meta({
    description: 'States it runs in; the clock starts when the record comes into one of them.',
  }),
  after: durationShape.optional().meta({ description: 'How long after that. Either this or `at`.' }),
  at: expressionShape.optional().meta({ description: 'The day or the moment: `record.dueOn - days(7)`.' }),
  repeat: durationShape.optional().meta({ description: 'How long after each time it is due again.' }),
  unless: expressionShape
    .optional()
    .meta({ description: 'Where this holds when it is due, nothing is done.' }),
  working: z
    .boolean()
    .optional()
    .meta({ description: '`after` and `repeat` are counted by the `calendar` of section 9.' }),
  call: z.string().optional(),
  mail: z.string().optional().meta({ description: 'A call of section 7 that is a mail.' }),
  action: z.string().optional(),
  assign: expressionShape.optional().meta({ description: 'Whose task it becomes.' }),
  title: wordsShape.optional(),
});

const lifecycleShape = z.strictObject({
  initial: z.string().optional().meta({ description: 'Default: the first state.' }),
  states: z.union([z.array(nameShape).min(1), z.record(nameShape, state)]),
  move: z.record(z.string(), z.string()).optional().meta({
    description: 'State that is gone → state into which the records in it come.',
  }),
  actions: z.record(nameShape, action).optional(),
  timers: z.record(nameShape, timer).optional(),
  due: z
    .record(z.string(), z.union([z.literal(true), namesShape]))
    .optional()
    .meta({
      description: 'Field with a date → states in which it is due; `true`: until the end.',
    }),
});

export const lifecyclesShape = z.strictObject({
  lifecycles: z.record(z.string(), lifecycleShape).optional(),
});

export type LifecycleDeclaration = z.infer<typeof lifecycleShape>;
export type TimerDeclaration = z.infer<typeof timer>;
export type ActionDeclaration = z.infer<typeof action>;
