import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { getCommandDeadline } from '#command-handling/pipeline/command-deadline.js';
import { sendCommand } from '#command-handling/send-command.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { system } from '../web/daybook.js';

/** Milliseconds between the deadlines of one command's two calls, ten milliseconds apart. */
const bus = {
  async execute() {
    const first = getCommandDeadline();
    await pause(10);
    return getCommandDeadline() - first;
  },
} as unknown as CommandBus;

describe('the deadline of a command', () => {
  it('is one for all its questions', async () => {
    const command = new RegisterUser({ id: 'a', name: 'Ada', context: system() });
    await expect(sendCommand(bus, command)).resolves.toBe(0);
  });

  it('is one for each question of a publication, whose document takes long to check', async () => {
    const command = new PublishSpecification({ text: '# A', context: system() });
    expect(await sendCommand(bus, command)).not.toBe(0);
  });
});
