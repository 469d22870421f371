;; Judge decks with the deck validator of mtgred/netrunner: reads EDN from a file, writes one JSON verdict for each deck.
;; Arguments: the folder of the repository, the file.
(require '[clojure.edn :as edn] '[clojure.java.io :as io] '[clojure.string :as str])
(def root (first *command-line-args*))
;; The validator needs one function of this namespace, which itself needs the whole rules engine.
(ns game.core.card)
(defn has-subtype? [card subtype] (some #(= % subtype) (:subtypes card)))
(in-ns 'user)
(dosync (commute @#'clojure.core/*loaded-libs* conj 'game.core.card))
(doseq [name ["cards" "utils"]]
  (load-file (str (io/file root "src/cljc/jinteki" (str name ".cljc"))))
  (dosync (commute @#'clojure.core/*loaded-libs* conj (symbol (str "jinteki." name)))))
(load-file (str (io/file root "src/cljc/jinteki/validator.cljc")))

(defn json [s] (str "\"" (str/escape (or s "") {\" "\\\"" \\ "\\\\" \newline " "}) "\""))

(defn published []
  (load-file (str (io/file root "src/cljc/jinteki/preconstructed.cljc")))
  (let [decks (->> (vals (ns-publics 'jinteki.preconstructed))
                   (mapcat #(tree-seq coll? (fn [c] (if (map? c) (vals c) (seq c))) (deref %)))
                   (filter #(and (map? %) (map? (:identity %)) (sequential? (:cards %))))
                   distinct)]
    (doseq [{:keys [identity cards name]} decks]
      (println (str "[" (json name) "," (json (:title identity)) ",["
                    (str/join "," (for [{:keys [qty card]} cards] (str "[" qty "," (json card) "]")))
                    "]]")))))

(defn broken
  "The sorts of rules that a deck breaks, by the validator's own functions, which stop at no rule."
  [{:keys [identity cards] :as deck} fmt limit]
  (let [call (fn [name & args] (apply (resolve (symbol "jinteki.validator" name)) args))
        listed #(call "filter-cards-by-legal-status" fmt % (call "combine-id-and-cards" deck))
        points (call "agenda-points" deck)
        least (call "min-agenda-points" deck)]
    (cond-> []
      (nil? identity) (conj "identity")
      (< (call "card-count" cards) (call "min-deck-size" identity)) (conj "size")
      (> (call "influence-count" deck) (call "id-inf-limit" identity)) (conj "influence")
      (and identity (not-every? #(call "allowed?" (:card %) identity) cards)) (conj "identity-cards")
      (not-every? #(call "legal-num-copies?" identity %) cards) (conj "copies")
      (call "invalid-singleton-agendas" identity cards) (conj "singleton-agendas")
      (and (= "Corp" (:side identity)) (not (<= least points (inc least)))) (conj "agenda-points")
      (< 1 (count (listed :restricted))) (conj "restricted")
      (seq (listed :banned)) (conj "banned")
      (seq (listed :rotated)) (conj "pool")
      (and limit (< limit (call "deck-point-count" fmt (listed :points)))) (conj "points")
      (and (not= fmt :casual) (call "reject-system-gateway-neutral-ids" fmt deck)) (conj "gateway-identities")
      (not (:legal (call "startup-agenda-restriction" fmt deck))) (conj "big-agendas")
      (and (= fmt :system-gateway) (seq (call "cards-over-one-sg" cards))) (conj "one-box"))))

(defn judge [file]
  (let [{:keys [cards decks]} (edn/read-string (slurp file))]
    (doseq [{:keys [identity lines fmt legal limit]} decks]
      (reset! @(resolve 'jinteki.cards/mwl) {fmt {:point-limit limit}})
      (let [with-legality (fn [id] (when id (assoc (get cards id) :format {fmt (get legal id)})))
            deck {:format (name fmt)
                  :identity (with-legality identity)
                  :cards (vec (for [[id qty] lines] {:qty qty :card (with-legality id)}))}
            status (get ((resolve 'jinteki.validator/calculate-deck-status) deck) fmt)]
        (println (str "[" (boolean (:legal status)) "," (json (:reason status)) ",["
                      (str/join "," (map json (broken deck fmt limit))) "]]"))))))

(if-let [file (second *command-line-args*)] (judge file) (published))
