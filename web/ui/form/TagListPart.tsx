import { TagsInput } from '@mantine/core';
import type { TagListInputProps } from './TagListInput.tsx';

/** The lazily loaded part of WordsInput. */
export const TagListPart = (props: TagListInputProps) => <TagsInput {...props} />;
