import { List } from "./list.tsx";

export const Parts = () => <List title="Parts" file="/data/parts.json" />;
