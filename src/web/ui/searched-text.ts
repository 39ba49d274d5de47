import { createContext } from "react";

/** The searched words and their corrections, which the cells of a row highlight. */
export const SearchedText = createContext("");
