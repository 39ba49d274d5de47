import { List } from "./list.tsx";

export const Orders = () => <List title="Orders" file="/data/orders.json" />;
