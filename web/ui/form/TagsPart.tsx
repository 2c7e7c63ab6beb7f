import { TagsInput } from '@mantine/core';
import type { TagListInputProps } from './WordsInput.tsx';

/** The lazily loaded part of WordsInput. */
export const TagListPart = (props: TagListInputProps) => <TagsInput {...props} />;
