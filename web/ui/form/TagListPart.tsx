import { TagsInput } from '@mantine/core';
import type { TagListInputProps } from './TagListInput.tsx';

/** The lazily loaded part of TagListInput. */
export const TagListPart = (props: TagListInputProps) => <TagsInput {...props} />;
