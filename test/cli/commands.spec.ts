import { Help } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '#cli/commands.js';

describe('the list of commands', () => {
  it.each(COMMANDS)('has $name with the arguments that it takes', async ({ name, term, load }) => {
    const command = await load();
    expect([command.name(), new Help().subcommandTerm(command)]).toEqual([name, term]);
  });
});
