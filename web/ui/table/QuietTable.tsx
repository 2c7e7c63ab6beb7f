import { Table, type TableProps } from '@mantine/core';
import classes from './QuietTable.module.css';

/** A short table without search, sorting or pages, with subtle headings. */
export const QuietTable = (props: TableProps) => <Table {...props} className={classes.table} />;
