import { TextInput } from '@mantine/core';
import type { BuilderForm } from './form.ts';

/** The name of a player, for those who manage it and for screen readers. */
export const WhatFields = ({ form }: { form: BuilderForm }) => (
  <TextInput
    {...form.register('name')}
    label="Name"
    description="Screen readers read it on your website"
    error={form.formState.errors.name?.message}
  />
);
